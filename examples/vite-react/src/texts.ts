/** The texts of the list, and the direction of each language. */
export const texts = {
  en: {
    dir: 'ltr',
    heading: 'Upcoming events',
    loading: 'Loading…',
    empty: 'No events.',
    failed: 'The events could not be loaded.',
  },
  hi: {
    dir: 'ltr',
    heading: 'आगामी कार्यक्रम',
    loading: 'लोड हो रहा है…',
    empty: 'कोई कार्यक्रम नहीं है।',
    failed: 'कार्यक्रम लोड नहीं हो सके।',
  },
  ar: {
    dir: 'rtl',
    heading: 'الفعاليات القادمة',
    loading: 'جارٍ التحميل…',
    empty: 'لا توجد فعاليات.',
    failed: 'تعذّر تحميل الفعاليات.',
  },
}

export type Language = keyof typeof texts
