import { readFile } from 'node:fs/promises'
import { landmarks } from 'calmock'
import type { Page } from 'playwright-core'
import type { Picture } from './picture.ts'

/** Events whose posters are shown, each in a language whose letters have a font here. */
const posters = {
  jazzNight: 'de',
  courtyardRagas: 'hi',
  teaTasting: 'es',
} as const

/** Events whose pages are shown. */
const pages = { jazzNight: 'en', oudEvening: 'ar' } as const

const devanagari = new URL(
  '../../test/tools/node_modules/@fontsource/noto-sans-devanagari/files/noto-sans-devanagari-devanagari-700-normal.woff2',
  import.meta.url,
)

/** Shows the poster of the event that the page shows as JSON, with a font for Hindi, which the machine may not have. */
async function openPoster(page: Page): Promise<void> {
  const poster = await page.evaluate(async () => {
    const { image } = await (await fetch(location.href)).json()
    return (await fetch(image.sizes.medium.url)).text()
  })
  const font = `font-family: Hindi; src: url(data:font/woff2;base64,${await readFile(devanagari, 'base64')})`
  const style = `@font-face { ${font} } body { margin: 0 } text { font-family: sans-serif, Hindi !important }`
  await page.setContent(`<style>${style}</style>${poster}`)
}

const entriesOf = <T extends object>(value: T) => Object.entries(value) as [keyof T, T[keyof T]][]

export const landmarkPictures: readonly Picture[] = [
  ...entriesOf(posters).map(([name, language]) => ({
    name: `poster-${name}`,
    path: landmarks.events[name].url[language] ?? '',
    window: [300, 225] as const,
    scale: 1.5,
    prepare: openPoster,
  })),
  ...entriesOf(pages).map(([name, language]) => ({
    name: `page-${name}`,
    path: `/${language}/event/${landmarks.events[name].slug[language]}/`,
    window: [480, 640] as const,
    scale: 1.5,
  })),
]
