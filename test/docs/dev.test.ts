import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from '../browser/launch.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

let browser: Browser
let server: ChildProcess

beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(async () => {
  server?.kill()
  await browser?.close()
})

/** Runs `npm run docs:dev`, and returns the URL that it prints. */
function startServer(): Promise<string> {
  server = spawn(process.execPath, ['--import', 'tsx', 'docs/.vitepress/build.ts', '--dev'], {
    cwd: root,
    env: { ...process.env, NO_COLOR: '1', NODE_ENV: undefined },
  })
  let output = ''
  return new Promise((resolve, reject) => {
    server.stdout?.on('data', (part) => {
      output += part
      const [url] = /http:\/\/localhost:\d+\//.exec(output) ?? []
      if (url) resolve(url)
    })
    server.once('exit', () => reject(new Error(`npm run docs:dev ended: ${output}`)))
  })
}

test('npm run docs:dev serves pages whose requests run', async () => {
  const page = await browser.newPage()
  await page.goto(await startServer())
  const session = page.locator('.live-session').first()
  // the dev server may load the page again when it has found all dependencies
  const run = async (): Promise<string> => {
    await session.getByRole('button', { name: 'Run' }).click({ timeout: 2000 })
    return session.getByText('the same as recorded').innerText({ timeout: 5000 })
  }
  await expect.poll(() => run().catch(String), { timeout: 60_000 }).toContain('from this page')
  await page.close()
}, 90_000)
