import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { drawPoster } from '../../src/poster/draw-poster.ts'
import { root } from '../packed.ts'
import { readPosters, sizes } from '../poster/titles.ts'
import { useBrowser } from './use-browser.ts'

const FONT =
  'test/tools/node_modules/@fontsource/noto-sans-devanagari/files/noto-sans-devanagari-devanagari-800-normal.woff2'

const browser = useBrowser()
let page: Page

beforeAll(async () => {
  page = await browser().newPage()
  // a system without a font for Devanagari shows each character as a wide box
  const font = await readFile(join(root, FONT), 'base64')
  const source = `url(data:font/woff2;base64,${font})`
  await page.addStyleTag({
    content: `@font-face { font-family: 'Noto Sans Devanagari'; font-weight: 400 900; src: ${source} }`,
  })
  await page.evaluate('document.fonts.load("800 16px Noto Sans Devanagari", "क")')
})

/** Returns the lines of SVG pictures that leave less than 3 % of the width at a side, or are cut, measured with the fonts of this computer. Wide brackets begin with a blank. */
const findClipped = (pictures: readonly string[]): Promise<readonly string[]> =>
  page.evaluate((all) => {
    const holder = document.createElement('div')
    document.body.replaceChildren(holder)
    return all.flatMap((markup) => {
      holder.innerHTML = markup
      const svg = holder.querySelector('svg')
      const frame = svg?.getBoundingClientRect() ?? new DOMRect()
      return [...holder.querySelectorAll('text')].flatMap((text) => {
        const { left, right, top, bottom } = text.getBoundingClientRect()
        const line = text.textContent ?? ''
        const margin = frame.width * 0.03
        const isInside =
          left >= frame.left + (/^[《「『（【“]/.test(line) ? 0 : margin) &&
          right <= frame.right - margin &&
          top >= frame.top &&
          bottom <= frame.bottom
        return isInside ? [] : [line]
      })
    })
  }, pictures)

test.each(Object.entries(readPosters()))(
  'every line of the posters in %s is within the picture, in all sizes',
  async (_, posters) => {
    for (const size of sizes) {
      const sample = posters.filter((_, n) => n % 5 === 0)
      expect(await findClipped(sample.map((poster) => drawPoster(poster, size)))).toEqual([])
    }
  },
)

test.each([
  'word '.repeat(100),
  'WM'.repeat(250),
  '音'.repeat(500),
  'मेला '.repeat(100),
  'مهرجان '.repeat(90),
  `${'Donaudampfschifffahrtsgesellschaftskapitänsmützenausstellung-'.repeat(6)}: Konzert`,
])('a title that is too long is within the picture (title %#)', async (title) => {
  const pictures = sizes.flatMap((size) =>
    [0, 1, 2, 3].map((hue) => drawPoster({ title, hue, motif: 'food' }, size)),
  )
  expect(await findClipped(pictures)).toEqual([])
})

test('posters have the same bytes in Chromium and in Node', async () => {
  const entry = new URL('../../src/poster/draw-poster.ts', import.meta.url).pathname
  const { outputFiles } = await build({
    ...{ entryPoints: [entry], bundle: true, write: false, format: 'iife', globalName: 'poster' },
  })
  await page.addScriptTag({ content: outputFiles[0]?.text ?? '' })
  const posters = Object.values(readPosters())
    .flat()
    .map(({ title, hue, motif }) => ({ title, hue, motif }))
  const drawn = await page.evaluate(
    ([all, size]) => {
      const { poster } = globalThis as unknown as { poster: { drawPoster: typeof drawPoster } }
      return all.map((row) => poster.drawPoster(row, size))
    },
    [posters, sizes[0]] as const,
  )
  expect(drawn).toEqual(posters.map((poster) => drawPoster(poster, sizes[0])))
})
