import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { useBrowser } from '../browser/use-browser.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

const browser = useBrowser()
let server: ChildProcess

afterAll(() => void server?.kill())

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
  const page = await browser().newPage()
  // the first load compiles all pages
  await page.goto(await startServer(), { waitUntil: 'commit', timeout: 90_000 })
  const session = page.locator('.live-session').first()
  // the dev server may load the page again when it has found all dependencies
  const run = async (): Promise<string> => {
    await session.getByRole('button', { name: 'Run' }).click({ timeout: 2000 })
    return session.getByText('the same as recorded').innerText({ timeout: 5000 })
  }
  await expect.poll(() => run().catch(String), { timeout: 90_000 }).toContain('from this page')
}, 200_000)
