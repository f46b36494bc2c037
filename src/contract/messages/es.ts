import type { Messages } from './en.ts'

export const esMessages: Messages = {
  // errors
  listSeparator: ', ',
  missing: 'Faltan parámetros: {names}.',
  invalid: 'Parámetros no válidos: {names}.',
  invalidJson:
    'El cuerpo de la solicitud no se puede leer como JSON. Envíe JSON válido con un máximo de {accepted} niveles de anidamiento.',
  noRoute:
    'Ninguna ruta coincide con {method} {path}. Todas las rutas figuran en el índice {index}.',
  noSite:
    'Ningún sitio corresponde a {method} {path}. Sitios de este servidor simulado: {accepted}. Ejemplo de URL válida: {url}.',
  addSite: 'Para añadir un sitio, inicie el servidor con --sites {accepted} o con la opción sites.',
  usePreset:
    'Para una URL de este tipo, inicie el servidor con --preset {given} o con la opción preset.',
  knownMethods: 'El método {method} no está permitido para {path}. Métodos permitidos: {accepted}.',
  strict:
    'Esta solicitud es errónea y el servidor simulado está en modo strict. El propio servicio la aceptaría.',
  strictReason: 'Nota en inglés: {reason}',
  overrideOnRead:
    'Una solicitud {given} no debe escribir, por lo que su método no se puede reemplazar por {method}. Envíe {method} directamente o reemplace el método de una solicitud POST.',
  invalidNamespace:
    'El espacio de nombres {given} no existe. El único espacio de nombres disponible es {accepted}.',
  unsupportedMediaType:
    'El tipo de contenido {given} no se admite. Envíe application/json, application/x-www-form-urlencoded o, con POST, multipart/form-data.',
  unsupportedCoding:
    'La codificación de contenido {given} no se admite. Envíe el cuerpo de la solicitud sin Content-Encoding.',
  bodyTooLarge:
    'El cuerpo de la solicitud es demasiado grande. El tamaño máximo es de {accepted} bytes.',
  termExists: 'El nombre {given} ya pertenece al ID {id}. Elija otro nombre.',
  duplicateTermSlug: 'El slug {given} ya pertenece al ID {id}. Elija otro slug.',
  notFound: 'No existe el registro {given} ({kind}).',
  inTrash:
    'El registro {given} ({kind}) está en la papelera. Para restaurarlo, envíe una actualización con el campo status.',
  pageNotFound: 'La página {given} no existe. La última página es la {accepted}.',
  passwordProtected:
    'El evento {given} está protegido con contraseña. Envíe la contraseña en el parámetro password.',
  unknownUser: 'No existe el usuario {given}.',
  wrongPassword: 'La contraseña del usuario {given} es incorrecta.',
  signIn:
    'Solo los usuarios autenticados pueden escribir. Envíe un nombre de usuario y una contraseña mediante autenticación HTTP Basic.',
  mayNotWrite: 'El rol del usuario {given} no permite esta operación de escritura.',
  notPublished:
    'El registro {given} ({kind}) no está publicado. Solo pueden leerlo los usuarios con permiso de edición.',
  tooManyRequests: 'Demasiadas solicitudes. Envíe la siguiente dentro de {accepted} segundos.',
  unavailable:
    'El servicio no está disponible temporalmente. Vuelva a intentarlo dentro de {accepted} segundos.',
  serverFailed: 'El servidor no ha podido procesar la solicitud debido a un error interno.',
  requestRejected: 'El servidor ha rechazado la solicitud.',
  maintenanceTitle: 'Mantenimiento',
  maintenance: 'Este sitio está en mantenimiento. Vuelva a intentarlo dentro de unos minutos.',
  malformedEncoding:
    'La codificación porcentual de {given} no es válida. Al decodificarla debe obtenerse texto UTF-8.',
  malformedMultipart: 'El cuerpo de la solicitud no es multipart/form-data válido.',
  notObject:
    'El cuerpo de la solicitud debe ser un objeto JSON, no {given}. Envíe los campos como propiedades de un único objeto.',
  notText: '{given} no es una cadena de texto.',
  emptyText: 'El valor no debe estar vacío ni ser "0".',
  notInteger: '{given} no es un número entero.',
  notPositive: '{given} no es un número entero mayor que 0.',
  notNumber: '{given} no es un número entre {least} y {most}.',
  notBoolean: '{given} no es ni verdadero ni falso; valores aceptados: true, false, 1, 0.',
  notFlag:
    '{given} no es ni verdadero ni falso; valores aceptados: true, false, 1, 0, yes, no, on, off.',
  notDate:
    '{given} no es una fecha; formatos aceptados: YYYY-MM-DD HH:MM:SS, ISO 8601, hora Unix en segundos, expresiones como tomorrow 9am.',
  notOneOf: '{given} no es uno de los valores aceptados: {accepted}.',
  unpublishedStatus:
    '{given} solo está disponible para usuarios con permiso de edición; valores aceptados para los demás: {accepted}.',
  notZone:
    '{given} no es una zona horaria; valores aceptados: nombres como Europe/Berlin, desfases como UTC+2.',
  notUrl: '{given} no es una URL absoluta en caracteres ASCII.',
  notImage: '{given} no es ni el ID de una imagen existente ni una URL absoluta.',
  notList: '{given} no es una lista de números enteros mayores que 0.',
  notCost:
    '{given} no es un precio; valores aceptados: un número mayor o igual que 0, una cadena de texto o una lista de números y cadenas.',
  unknownRecord: 'No existe el registro {given} ({kind}).',
  tooManyLinks: 'Se han enviado {given} registros vinculados; el máximo aceptado es {accepted}.',
  unknownAuthor: 'No existe el autor {given}; valores aceptados: {accepted}.',
  invalidLinked: '{given}: {reason}',
  ownParent: 'Una categoría no puede depender de sí misma ni de una de sus subcategorías.',
  needsOther: 'Este parámetro es obligatorio cuando se envía {given}.',

  // kinds of record
  event: 'evento',
  venue: 'lugar',
  organizer: 'organizador',
  category: 'categoría de eventos',
  tag: 'etiqueta de eventos',

  // OpenAPI document
  siteDescription: 'Eventos, lugares y organizadores en varios idiomas',
  docTitle: 'Servicio de cartelera de eventos',
  docDescription:
    'Eventos, lugares, organizadores, categorías y etiquetas en varios idiomas. Los mensajes de error reproducen en formato JSON los valores enviados.',
  docUsers:
    'Los usuarios se autentican mediante HTTP Basic. Los roles administrator, editor y author permiten escribir todos los registros; el rol contributor, solo los borradores propios. Todos estos usuarios ven registros en cualquier estado. Los usuarios con el rol subscriber y los clientes anónimos solo ven los registros publicados y no pueden escribir.',
  indexSummary: 'Listar las rutas de este espacio de nombres',
  docSummary: 'Obtener este documento OpenAPI',
  listSummary: 'Listar registros de tipo {kind}',
  createSummary: 'Crear {kind}',
  readSummary: 'Obtener {kind}',
  updateSummary: 'Actualizar {kind}',
  removeSummary: 'Eliminar {kind}',
  success: 'Operación correcta',
  failure: 'Solicitud rechazada',
  indexDetails: 'Cada ruta figura con sus métodos y los parámetros que aceptan.',
  docDetails:
    'El documento describe las respuestas tal como se envían. Sus textos están en el idioma de este sitio.',
  listDetails:
    'Devuelve una página de los registros en el idioma activo que se ajustan a todos los parámetros. Los totales figuran en el cuerpo y en los encabezados de la respuesta.',
  createDetails:
    'Guarda un registro nuevo en el idioma activo. Si ya existe un lugar o un organizador con el mismo nombre, se actualiza ese registro.',
  readDetails: 'Devuelve un registro. El encabezado Link indica sus traducciones.',
  updateDetails:
    'Modifica los campos enviados y conserva los demás. POST, PUT y PATCH son equivalentes.',
  removeDetails:
    'Los eventos, los lugares y los organizadores se mueven a la papelera. Las categorías y las etiquetas se eliminan definitivamente.',
  headerTotal: 'Número de registros en todas las páginas.',
  headerPages: 'Número de páginas.',
  headerLocation: 'URL del registro nuevo.',
  headerLink:
    'URL de la raíz de la API REST y, si se trata de un solo registro, las URL de sus traducciones.',
  headerLanguage: 'Idioma del registro, de la lista o del mensaje de error.',
  headerAllow: 'Métodos que admite esta ruta.',

  // parameters
  language: 'Código de idioma. Valor predeterminado: el idioma del sitio.',
  namespace: 'Espacio de nombres que se describe.',
  context: 'Alcance de la descripción: view o help.',
  page: 'Número de página. La primera página es la 1.',
  perPage:
    'Número de registros por página. Los valores superiores al límite del servidor se reducen a ese límite.',
  id: 'ID del registro.',
  slugInPath: 'Slug del registro.',
  password: 'Contraseña de un evento protegido.',
  author: 'ID del autor.',
  date: 'Fecha y hora de publicación, en hora local.',
  dateUtc: 'Fecha y hora de publicación, en UTC.',
  status: 'Estado de publicación: publish, future, draft, pending, private o trash.',
  image: 'Imagen: el ID de una imagen existente o una URL absoluta.',
  eventTitle: 'Título del evento.',
  eventDescription: 'Descripción del evento.',
  eventSlug: 'Slug del evento.',
  eventExcerpt: 'Resumen del evento.',
  eventTimezone: 'Zona horaria del evento, por ejemplo Europe/Berlin o UTC+2.',
  eventAllDay:
    'true: el evento dura todo el día. false: tiene hora de inicio y de fin. Valor predeterminado para eventos nuevos: false.',
  eventStart: 'Fecha y hora de inicio del evento.',
  eventEnd: 'Fecha y hora de fin del evento.',
  eventCost: 'Precio del evento: un número, una cadena de texto o una lista de números y cadenas.',
  eventWebsite: 'URL del sitio web del evento.',
  eventShowMap:
    'true: mostrar un mapa con el evento. false: no mostrarlo. Valor predeterminado para eventos nuevos: false.',
  eventShowMapLink:
    'true: mostrar un enlace a un mapa con el evento. false: no mostrarlo. Valor predeterminado para eventos nuevos: false.',
  eventHidden:
    'true: excluir el evento de las listas. false: incluirlo. Valor predeterminado para eventos nuevos: false.',
  eventSticky:
    'true: fijar el evento al principio del calendario. false: no fijarlo. Valor predeterminado para eventos nuevos: false.',
  eventFeatured:
    'true: destacar el evento en el sitio. false: no destacarlo. Valor predeterminado para eventos nuevos: false.',
  eventCategories:
    'Categorías del evento: ID, slugs o nombres. Un nombre desconocido crea una categoría.',
  eventTags: 'Etiquetas del evento: ID, slugs o nombres. Un nombre desconocido crea una etiqueta.',
  eventVenue: 'Lugar del evento: el ID de un lugar o los campos de un lugar nuevo.',
  eventOrganizer: 'Organizadores del evento: varios ID o los campos de organizadores nuevos.',
  listStart: 'Solo eventos que empiezan en esta fecha o después.',
  listEnd: 'Solo eventos que terminan en esta fecha o antes.',
  startsBefore: 'Solo eventos que empiezan antes de esta fecha.',
  startsAfter: 'Solo eventos que empiezan después de esta fecha.',
  endsBefore: 'Solo eventos que terminan antes de esta fecha.',
  endsAfter: 'Solo eventos que terminan después de esta fecha.',
  strictDates:
    'true: los filtros de fecha se aplican con precisión de segundos. false: abarcan días completos. Valor predeterminado: false.',
  searchEvents:
    'Solo eventos que contienen todas estas palabras en el título, la descripción o el resumen. Una frase entre comillas rectas debe aparecer tal cual. Una palabra precedida de - no debe aparecer.',
  searchVenues:
    'Solo lugares con este texto en el nombre, la descripción, la dirección o el teléfono.',
  searchOrganizers:
    'Solo organizadores con este texto en el nombre, la descripción o los datos de contacto.',
  searchTerms: 'Solo elementos con este texto en el nombre o el slug.',
  inCategories:
    'Solo eventos de al menos una de estas categorías o de sus subcategorías. Se aceptan ID, slugs o nombres.',
  withTags: 'Solo eventos con al menos una de estas etiquetas. Se aceptan ID, slugs o nombres.',
  atVenues: 'Solo eventos en alguno de los lugares con estos ID.',
  byOrganizers: 'Solo eventos de los organizadores con estos ID.',
  featured:
    'true: solo eventos destacados. false: solo eventos no destacados. Valor predeterminado: sin filtro.',
  listStatus:
    'Solo registros con alguno de estos estados: publish, future, draft, pending, private, trash. Valor predeterminado: publish.',
  geoloc:
    'true: solo eventos cuyo lugar tiene coordenadas. false: solo los demás eventos. Valor predeterminado: sin filtro.',
  geolocLat:
    'Latitud del centro de la búsqueda en grados, de -90 a 90. Solo se devuelven eventos en lugares cercanos. Requiere geoloc_lng.',
  geolocLng:
    'Longitud del centro de la búsqueda en grados, de -180 a 180. Solo se devuelven eventos en lugares cercanos. Requiere geoloc_lat.',
  include: 'Solo eventos con estos ID. En ese caso se ignoran los filtros de fecha.',
  postParent: 'Solo eventos que dependen del evento con este ID.',
  ticketed:
    'true: solo eventos con entradas. false: solo eventos sin entradas. Valor predeterminado: sin filtro.',
  ofEvent: 'Solo registros vinculados al evento con este ID.',
  hasEvents:
    'true: solo registros con eventos. false: solo registros sin eventos. No cuentan los eventos con estado draft, pending o trash. Valor predeterminado: sin filtro.',
  onlyWithUpcoming:
    'true: solo registros con próximos eventos. false: sin filtro. Valor predeterminado: false.',
  venueName: 'Nombre del lugar.',
  venueDescription: 'Descripción del lugar.',
  venueShowMap:
    'true: los eventos en este lugar muestran un mapa. false: no lo muestran. Valor predeterminado para lugares nuevos: true.',
  venueShowMapLink:
    'true: los eventos en este lugar muestran un enlace a un mapa. false: no lo muestran. Valor predeterminado para lugares nuevos: true.',
  venueAddress: 'Calle y número del lugar.',
  venueCity: 'Ciudad donde se encuentra el lugar.',
  venueCountry: 'País donde se encuentra el lugar.',
  venueProvince: 'Provincia donde se encuentra el lugar.',
  venueState: 'Estado federado donde se encuentra el lugar.',
  venueZip: 'Código postal del lugar.',
  venuePhone: 'Número de teléfono del lugar.',
  venueStateProvince: 'Estado federado o provincia donde se encuentra el lugar.',
  venueWebsite: 'URL del sitio web del lugar.',
  organizerName: 'Nombre del organizador.',
  organizerDescription: 'Descripción del organizador.',
  organizerPhone: 'Número de teléfono del organizador.',
  organizerWebsite: 'URL del sitio web del organizador.',
  organizerEmail: 'Correo electrónico del organizador.',
  termName: 'Nombre de la categoría o etiqueta.',
  termDescription: 'Descripción de la categoría o etiqueta.',
  termSlug: 'Slug de la categoría o etiqueta.',
  categoryParent: 'ID de la categoría superior.',
  excludeTerms: 'ID que deben excluirse.',
  includeTerms: 'Solo elementos con estos ID.',
  order: 'Sentido de la ordenación: asc o desc. Valor predeterminado: asc.',
  orderby:
    'Criterio de ordenación: id, name, slug, count, description, parent o include. Valor predeterminado: name.',
  hideEmpty:
    'true: excluir los elementos sin eventos publicados. false: incluirlos. Valor predeterminado: true.',
  parentFilter: 'Solo subcategorías directas de la categoría con este ID.',
  termsOfPost: 'Solo elementos asignados al evento con este ID.',
  slugFilter: 'Solo el elemento con este slug.',
}
