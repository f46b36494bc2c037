import { createCalmock } from 'calmock'

const mock = createCalmock({ sites: ['ar', 'en'] })

async function readTitle(site: string) {
  const response = await mock.fetch(`/${site}/cal/events/v1/events?per_page=1`)
  const [{ title }] = (await response.json()).events
  const isArabic = /^\P{Letter}*\p{Script=Arabic}/u.test(title)
  return `${response.headers.get('Content-Language')} ${isArabic ? 'rtl' : 'ltr'}`
}

console.log(await readTitle('ar')) // ar rtl
console.log(await readTitle('en')) // en ltr
mock.setScenario('rtl') // titles that begin in Arabic, on every site
console.log(await readTitle('en')) // en rtl
