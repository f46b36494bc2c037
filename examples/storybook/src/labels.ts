const labels = {
  ar: { empty: 'لا توجد فعاليات بعد.', failed: 'تعذّر تحميل التقويم.' },
  'zh-hans': { empty: '暂无活动。', failed: '日历无法加载。' },
  en: { empty: 'Nothing planned yet.', failed: 'The calendar could not be loaded.' },
  fr: { empty: 'Rien de prévu pour l’instant.', failed: 'Le calendrier n’a pas pu être chargé.' },
  de: { empty: 'Noch ist nichts geplant.', failed: 'Der Kalender konnte nicht geladen werden.' },
  hi: { empty: 'अभी कोई कार्यक्रम नहीं है।', failed: 'कैलेंडर लोड नहीं हो सका।' },
  es: { empty: 'Todavía no hay nada previsto.', failed: 'No se pudo cargar el calendario.' },
}

/** Returns the texts of the calendar in a language, or in English for other languages. */
export const findLabels = (language: string) => labels[language as keyof typeof labels] ?? labels.en // the language can be any code
