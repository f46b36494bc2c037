import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Browser, chromium } from 'playwright-core'

const cache = new URL('../../node_modules/.cache/calmock-chromium', import.meta.url).pathname

/**
 * A real Chromium: the one that CALMOCK_BROWSER names, Playwright's own, the one inside
 * `@sparticuz/chromium` (Linux on x64), an installed Chrome or Edge, or the system's.
 */
export async function launchBrowser(): Promise<Browser> {
  const own = process.env.CALMOCK_BROWSER
  if (own) return chromium.launch({ executablePath: own })
  if (existsSync(chromium.executablePath())) return chromium.launch()
  if (process.platform === 'linux' && process.arch === 'x64') return launchPacked()
  for (const channel of ['chrome', 'msedge']) {
    const browser = await chromium.launch({ channel }).catch(() => undefined)
    if (browser) return browser
  }
  return chromium.launch({ executablePath: '/usr/bin/chromium' })
}

async function launchPacked(): Promise<Browser> {
  if (!existsSync(cache)) await unpack()
  const libraries = join(cache, 'al2023/lib')
  return chromium.launch({
    executablePath: join(cache, 'chromium'),
    env: { ...process.env, LD_LIBRARY_PATH: libraries } as Record<string, string>, // all are text
  })
}

/** Unpacks into a folder of its own and renames it, since unpacking is not atomic. */
async function unpack(): Promise<void> {
  await mkdir(join(cache, '..'), { recursive: true })
  const folder = await mkdtemp(`${cache}-`)
  const script = `import('@sparticuz/chromium').then((found) => found.default.executablePath())`
  const env = { ...process.env, TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' }
  const cwd = new URL('../..', import.meta.url).pathname
  await promisify(execFile)(process.execPath, ['-e', script], { env, cwd })
  await rename(folder, cache).catch(() => rm(folder, { recursive: true })) // another run was first
}
