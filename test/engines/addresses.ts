/** The texts in the addresses of a site: the ID and the slug of an event, and a word that titles contain. */
const texts = {
  hi: { id: 105, slug: 'ब्लू-आवर-जैज़-की-एक-रात', word: 'संगीत' },
  de: { id: 104, slug: 'blaue-stunde-eine-nacht-voller-jazz', word: 'Musik' },
  'zh-hans': { id: 101, slug: '蓝调时刻爵士之夜', word: '音乐' },
  en: { id: 102, slug: 'blue-hour-a-night-of-jazz', word: 'music' },
  fr: { id: 103, slug: 'lheure-bleue-une-nuit-de-jazz', word: 'musique' },
  ar: { id: 100, slug: 'الساعة-الزرقاء-ليلة-جاز', word: 'موسيقى' },
  es: { id: 106, slug: 'hora-azul-una-noche-de-jazz', word: 'música' },
}

type SiteName = keyof typeof texts

// the keys of the object are its type
export const sites = Object.keys(texts) as SiteName[]

interface Address {
  readonly path: string
  readonly status: number
}

/** Thirteen addresses of each site, with the status of the response. All engines must return the same bytes. */
export const addresses: readonly Address[] = sites.flatMap(listAddresses)

function listAddresses(site: SiteName): Address[] {
  const { id, slug, word } = texts[site]
  const api = `/${site}/cal/events/v1`
  const succeeding = [
    `/${site}/`,
    api,
    `${api}/doc`,
    `${api}/events`,
    `${api}/events?start_date=2030-02-01&end_date=2030-04-01&page=2&per_page=5`,
    `${api}/events?search=${encodeURIComponent(word)}`,
    `${api}/events?geoloc_lat=52.52&geoloc_lng=13.4`,
    `${api}/events/${id}`,
    `${api}/venues`,
    `${api}/categories?per_page=50`,
    `/${site}/event/${encodeURIComponent(slug)}/`,
  ]
  return [
    ...succeeding.map((path) => ({ path, status: 200 })),
    { path: `${api}/events?per_page=abc`, status: 400 },
    { path: `${api}/events/999999999`, status: 404 },
  ]
}
