import { createCalmock } from 'calmock'

const mock = createCalmock({ sites: ['en'] })
const response = await mock.fetch('/en/cal/events/v1/events/102')
const links = response.headers.get('Link') ?? ''

/** One link for each language but its own: <address>; rel="alternate"; hreflang="de". */
const alternates = [...links.matchAll(/<([^>]*)>; rel="alternate"; hreflang="([^"]*)"/g)]
console.log(response.headers.get('Content-Language')) // en
console.log(alternates.length) // 6
console.log(alternates.map(([, , language]) => language).join(' ')) // ar zh-hans fr de hi es
