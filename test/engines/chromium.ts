import { launchBrowser } from '../browser/launch.ts'
import { buildProgram } from './build-program.ts'

/** Hashes the responses in a page of Chromium, in another time zone and locale. */
export async function hashInChromium(): Promise<string> {
  const browser = await launchBrowser()
  try {
    const context = await browser.newContext({ timezoneId: 'Asia/Kathmandu', locale: 'ar-EG' })
    const page = await context.newPage()
    // a secure origin has `crypto.subtle`
    await page.route('**', (route) => route.fulfill({ contentType: 'text/html', body: '' }))
    await page.goto('https://page.example/')
    return await page.evaluate<string>(await buildProgram('script'))
  } finally {
    await browser.close()
  }
}
