import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Browser, chromium, type LaunchOptions } from 'playwright-core'

const cache = new URL('../../node_modules/.cache/calmock-chromium', import.meta.url).pathname

/** Launches the browser that `browserOptions` finds. */
export const launchBrowser = async (): Promise<Browser> => chromium.launch(await browserOptions())

/**
 * Returns the launch options for a real Chromium: the browser in BROWSER_PATH, Playwright's own
 * browser, `@sparticuz/chromium` (Linux on x64), an installed Chrome or Edge, or the system's browser.
 */
export async function browserOptions(): Promise<LaunchOptions> {
  const own = process.env.BROWSER_PATH
  if (own) return { executablePath: own }
  if (existsSync(chromium.executablePath())) return {}
  if (process.platform === 'linux' && process.arch === 'x64') return packedOptions()
  for (const channel of ['chrome', 'msedge']) {
    const browser = await chromium.launch({ channel }).catch(() => undefined)
    await browser?.close()
    if (browser) return { channel }
  }
  return { executablePath: '/usr/bin/chromium' }
}

async function packedOptions(): Promise<LaunchOptions> {
  if (!existsSync(cache)) await unpack()
  const libraries = join(cache, 'al2023/lib')
  return {
    executablePath: join(cache, 'chromium'),
    env: { ...process.env, LD_LIBRARY_PATH: libraries } as Record<string, string>, // all are text
  }
}

/** Unpacks into a temporary folder and renames the folder, because unpacking is not atomic. */
async function unpack(): Promise<void> {
  await mkdir(join(cache, '..'), { recursive: true })
  const folder = await mkdtemp(`${cache}-`)
  const script = `import('@sparticuz/chromium').then((found) => found.default.executablePath())`
  const env = { ...process.env, TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' }
  const cwd = new URL('../..', import.meta.url).pathname
  await promisify(execFile)(process.execPath, ['-e', script], { env, cwd })
  await rename(folder, cache).catch(() => rm(folder, { recursive: true })) // another run was faster
}
