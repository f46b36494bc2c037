/**
 * Takes docs/dashboard-<language>-<theme>.png: the dashboard in English, Hindi and Arabic, light and dark, on
 * the day of the default clock. Reads what `npm run build` wrote. `npm run screenshot` runs it.
 */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createCalmock } from 'calmock'
import { listen } from 'calmock/node'
import { launchBrowser } from '../test/browser/launch.ts'

const folder = fileURLToPath(new URL('../docs', import.meta.url))

/** The pictures: the language of page and records, the second language, and the view. */
const pictures = [
  { language: 'en', second: 'ar', view: 'calendar' },
  { language: 'hi', second: '', view: 'calendar' },
  { language: 'ar', second: '', view: 'control' },
] as const

const mock = createCalmock({ sites: ['en', 'hi', 'ar'], fault: ['GET /events 503 10%'] })
const server = await listen(mock)
const browser = await launchBrowser()
try {
  for (const { language, second, view } of pictures) {
    for (const theme of ['light', 'dark'] as const) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 860 } })
      const settings = { ui: language, language, site: language, second, theme }
      await context.addInitScript((values) => {
        for (const [name, value] of Object.entries(values))
          if (value) localStorage.setItem(`calmock.${name}`, value)
      }, settings)
      const page = await context.newPage()
      await page.goto(`${server.url}/#${view}`)
      await page.waitForSelector('html[data-state=ready]', { state: 'attached' })
      if (view === 'calendar') await page.locator('.ec-event').first().waitFor()
      await page.waitForTimeout(500) // the last event is drawn
      await page.screenshot({ path: join(folder, `dashboard-${language}-${theme}.png`) })
      await context.close()
    }
  }
} finally {
  await browser.close()
  await server.close()
}
