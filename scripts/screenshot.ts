/**
 * Takes docs/pictures/*.webp: views of the dashboard, scenarios and landmarks on the day of the recorded
 * responses, and examples of hosts. Reads what `npm run build` wrote. `npm run screenshot` takes all pictures, and
 * `npm run screenshot -- month-` those whose names begin with a text.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { createCalmock } from 'calmock'
import { listen } from 'calmock/node'
import type { Browser, Page } from 'playwright-core'
import { BLOCK_SITES, RECORDED_AT } from '../docs/.vitepress/live/http-block.ts'
import { launchBrowser } from '../test/browser/launch.ts'
import { dashboardPictures } from './pictures/dashboard.ts'
import { hostPictures } from './pictures/hosts.ts'
import { landmarkPictures } from './pictures/landmarks.ts'
import type { Picture } from './pictures/picture.ts'
import { scenarioPictures } from './pictures/scenarios.ts'

const folder = new URL('../docs/pictures/', import.meta.url)

/** Takes a picture with a separate mock and window. Returns the bytes of a WebP file. */
async function takePicture(browser: Browser, picture: Picture): Promise<Buffer> {
  const options = { sites: BLOCK_SITES, now: RECORDED_AT, ...picture.options }
  const server = await (picture.serve?.() ?? listen(createCalmock(options)))
  const [width, height] = picture.window
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: picture.scale,
    reducedMotion: 'reduce',
  })
  const settings = { language: 'en', site: 'en', theme: 'light', ...picture.settings }
  await context.addInitScript((values) => {
    for (const [name, value] of Object.entries(values))
      localStorage.setItem(`calmock.${name}`, value)
  }, settings)
  const page = await context.newPage()
  await page.goto(server.url + picture.path)
  if (picture.path.includes('#'))
    await page.waitForSelector('html[data-state=ready]', { state: 'attached' })
  await picture.prepare?.(page)
  await page.waitForTimeout(500) // the last event is drawn
  const png = await page.screenshot({ clip: await findClip(page, picture) })
  await context.close()
  await server.close()
  return toWebp(browser, png)
}

async function findClip(page: Page, { element, window, height = Infinity }: Picture) {
  const whole = { x: 0, y: 0, width: window[0], height: window[1] }
  if (!element) return whole
  const locator = page.locator(element).first()
  await locator.scrollIntoViewIfNeeded()
  const box = (await locator.boundingBox()) ?? whole
  return { ...box, height: Math.min(box.height, height) }
}

/** Converts a picture by the canvas of the browser, because Playwright writes no WebP. */
async function toWebp(browser: Browser, png: Buffer): Promise<Buffer> {
  const page = await browser.newPage()
  const base64 = await page.evaluate(
    async (source) => {
      const image = new Image()
      image.src = source
      await image.decode()
      const canvas = document.createElement('canvas')
      canvas.width = image.naturalWidth
      canvas.height = image.naturalHeight
      canvas.getContext('2d')?.drawImage(image, 0, 0)
      return canvas.toDataURL('image/webp', 0.8).replace(/^.*,/, '')
    },
    `data:image/png;base64,${png.toString('base64')}`,
  )
  await page.close()
  return Buffer.from(base64, 'base64')
}

const [prefix = ''] = process.argv.slice(2)
const pictures = [...dashboardPictures, ...scenarioPictures, ...landmarkPictures, ...hostPictures]
const browser = await launchBrowser()
try {
  await mkdir(folder, { recursive: true })
  for (const picture of pictures.filter(({ name }) => name.startsWith(prefix)))
    await writeFile(new URL(`${picture.name}.webp`, folder), await takePicture(browser, picture))
} finally {
  await browser.close()
}
