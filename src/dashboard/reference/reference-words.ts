/** The phrases of the library in the languages that it does not have, in its structure. Others are in English. */
export const referenceWords = {
  de: {
    menu: {
      ...{ menu: 'API-Menü', filter: 'Filtern', search: 'Suchen', overview: 'Überblick' },
      ...{ authentication: 'Anmeldung', operations: 'OPERATIONEN', components: 'KOMPONENTEN' },
      schemas: 'Schemas',
    },
    headers: { authentication: 'ANMELDUNG' },
    operations: {
      ...{ request: 'ANFRAGE', 'request-body': 'INHALT DER ANFRAGE', response: 'ANTWORT' },
      ...{ model: 'MODELL', body: 'INHALT', form: 'FORMULAR', example: 'BEISPIEL' },
      ...{ execute: 'SENDEN', clear: 'LEEREN', 'clear-response': 'ANTWORT LEEREN' },
      ...{ 'response-headers': 'KOPFZEILEN DER ANTWORT', 'response-status': 'Status der Antwort' },
      ...{ copy: 'Kopieren', copied: 'Kopiert', 'fetch-fail': 'Die Anfrage ist fehlgeschlagen.' },
    },
    parameters: {
      ...{ path: 'PARAMETER DES PFADS', string: 'PARAMETER DER ABFRAGE' },
      ...{ headers: 'KOPFZEILEN', cookies: 'COOKIES', samples: 'CODEBEISPIELE' },
    },
    schemas: { 'collapse-desc': 'Einklappen', 'expand-desc': 'Ausklappen' },
  },
  es: {
    menu: {
      ...{ menu: 'Menú de la API', filter: 'Filtrar', search: 'Buscar', overview: 'Resumen' },
      ...{ authentication: 'Autenticación', operations: 'OPERACIONES', components: 'COMPONENTES' },
      schemas: 'Esquemas',
    },
    headers: { authentication: 'AUTENTICACIÓN' },
    operations: {
      ...{ request: 'SOLICITUD', 'request-body': 'CUERPO DE LA SOLICITUD', response: 'RESPUESTA' },
      ...{ model: 'MODELO', body: 'CUERPO', form: 'FORMULARIO', example: 'EJEMPLO' },
      ...{ execute: 'ENVIAR', clear: 'VACIAR', 'clear-response': 'VACIAR LA RESPUESTA' },
      ...{
        'response-headers': 'CABECERAS DE LA RESPUESTA',
        'response-status': 'Estado de la respuesta',
      },
      ...{ copy: 'Copiar', copied: 'Copiado', 'fetch-fail': 'La solicitud ha fallado.' },
    },
    parameters: {
      ...{ path: 'PARÁMETROS DE LA RUTA', string: 'PARÁMETROS DE LA CONSULTA' },
      ...{ headers: 'CABECERAS', cookies: 'COOKIES', samples: 'EJEMPLOS DE CÓDIGO' },
    },
    schemas: { 'collapse-desc': 'Contraer', 'expand-desc': 'Expandir' },
  },
  hi: {
    menu: {
      ...{ menu: 'API मेन्यू', filter: 'फ़िल्टर करें', search: 'खोजें', overview: 'अवलोकन' },
      ...{ authentication: 'प्रमाणीकरण', operations: 'ऑपरेशन', components: 'घटक' },
      schemas: 'स्कीमा',
    },
    headers: { authentication: 'प्रमाणीकरण' },
    operations: {
      ...{ request: 'अनुरोध', 'request-body': 'अनुरोध की सामग्री', response: 'उत्तर' },
      ...{ model: 'मॉडल', body: 'सामग्री', form: 'फ़ॉर्म', example: 'उदाहरण' },
      ...{ execute: 'भेजें', clear: 'खाली करें', 'clear-response': 'उत्तर खाली करें' },
      ...{ 'response-headers': 'उत्तर के हेडर', 'response-status': 'उत्तर की स्थिति' },
      ...{ copy: 'कॉपी करें', copied: 'कॉपी किया गया', 'fetch-fail': 'अनुरोध विफल रहा।' },
    },
    parameters: {
      ...{ path: 'पथ के पैरामीटर', string: 'क्वेरी के पैरामीटर' },
      ...{ headers: 'हेडर', cookies: 'कुकीज़', samples: 'कोड के नमूने' },
    },
    schemas: { 'collapse-desc': 'समेटें', 'expand-desc': 'खोलें' },
  },
  zh: {
    menu: {
      ...{ menu: 'API 菜单', filter: '筛选', search: '搜索', overview: '概览' },
      ...{ authentication: '身份验证', operations: '操作', components: '组件' },
      schemas: 'Schema',
    },
    headers: { authentication: '身份验证' },
    operations: {
      ...{ request: '请求', 'request-body': '请求正文', response: '响应' },
      ...{ model: '模型', body: '正文', form: '表单', example: '示例' },
      ...{ execute: '发送', clear: '清空', 'clear-response': '清空响应' },
      ...{ 'response-headers': '响应头', 'response-status': '响应状态' },
      ...{ copy: '复制', copied: '已复制', 'fetch-fail': '请求失败。' },
    },
    parameters: {
      ...{ path: '路径参数', string: '查询参数' },
      ...{ headers: '请求头', cookies: 'Cookie', samples: '代码示例' },
    },
    schemas: { 'collapse-desc': '收起', 'expand-desc': '展开' },
  },
  ar: {
    menu: {
      ...{ menu: 'قائمة API', filter: 'تصفية', search: 'بحث', overview: 'نظرة عامة' },
      ...{ authentication: 'المصادقة', operations: 'العمليات', components: 'المكوّنات' },
      schemas: 'المخططات',
    },
    headers: { authentication: 'المصادقة' },
    operations: {
      ...{ request: 'الطلب', 'request-body': 'متن الطلب', response: 'الاستجابة' },
      ...{ model: 'النموذج', body: 'المتن', form: 'نموذج الإدخال', example: 'مثال' },
      ...{ execute: 'إرسال', clear: 'إفراغ', 'clear-response': 'إفراغ الاستجابة' },
      ...{ 'response-headers': 'ترويسات الاستجابة', 'response-status': 'حالة الاستجابة' },
      ...{ copy: 'نسخ', copied: 'تم النسخ', 'fetch-fail': 'فشل الطلب.' },
    },
    parameters: {
      ...{ path: 'معاملات المسار', string: 'معاملات الاستعلام' },
      ...{ headers: 'الترويسات', cookies: 'ملفات تعريف الارتباط', samples: 'أمثلة برمجية' },
    },
    schemas: { 'collapse-desc': 'طيّ', 'expand-desc': 'توسيع' },
  },
} as const
