import { landmarks } from 'calmock'
import type { Page } from 'playwright-core'
import type { Picture } from './picture.ts'

/** Events whose posters are shown, each in the language of its city. */
const posters = {
  jazzNight: 'de',
  courtyardRagas: 'hi',
  teaTasting: 'zh-hans',
} as const

/** Events whose pages are shown. */
const pages = { jazzNight: 'en', oudEvening: 'ar' } as const

/** Opens the poster of the event that the page shows as JSON. */
async function openPoster(page: Page): Promise<void> {
  const { image } = await page.evaluate(async () => (await fetch(location.href)).json())
  await page.goto(image.sizes.medium.url)
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
