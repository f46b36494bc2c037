import { execFile } from 'node:child_process'
import { copyFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build as bundle } from 'esbuild'
import { build, createServer, type InlineConfig, preview } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useBrowser } from './browser/use-browser.ts'
import { node, type Packed, pack } from './packed.ts'

let packed: Packed
beforeAll(async () => {
  packed = await pack()
})
afterAll(() => packed?.remove())

test('npm installs the package alone, and its program runs', async () => {
  const folder = await packed.project([])
  const target = join(folder, 'empty')
  const args = ['install', '--offline', '--no-audit', '--no-fund', '--prefix', target]
  await promisify(execFile)('npm', [...args, packed.tarball], { cwd: folder })
  const modules = await readdir(join(target, 'node_modules'))
  expect(modules.filter((name) => !name.startsWith('.'))).toEqual(['calmock'])
  const program = ['node_modules/.bin/calmock', 'export', 'out']
  expect(await node(program, target)).toMatchObject({ code: 0 })
})

test('calmock/node serves without msw, and says what to install where it intercepts', async () => {
  const folder = await packed.project([], {
    'program.mjs': `import { listen, setupCalmock } from 'calmock/node'
      const mock = setupCalmock({ sites: ['en'], events: 3 })
      const { url, close } = await listen(mock)
      const { total } = await (await fetch(url + '/en/cal/events/v1/events')).json()
      await close()
      console.log(total, (await mock.start().catch((error) => error)).message)
      const other = setupCalmock({ sites: ['en'], events: 5, intercept: 'fetch' })
      await other.start()
      const response = await fetch('https://any.example/en/cal/events/v1/events')
      console.log((await response.json()).total)`,
  })
  const { stdout } = await node(['program.mjs'], folder)
  expect(stdout).toMatch(
    /^3 \[calmock\] cannot load msw: run `npm install --save-dev msw`.*intercept: 'fetch'.*\n5\n$/,
  )
})

describe('a test runner without msw', () => {
  const runVitest = (folder: string) => node(['node_modules/vitest/vitest.mjs', 'run'], folder)

  test("useCalmock of Vitest with intercept: 'fetch' passes", async () => {
    const folder = await packed.project(['vitest'], {
      'first.test.mjs': `import { useCalmock } from 'calmock/vitest'
        import { expect, test } from 'vitest'
        useCalmock({ events: 3, intercept: 'fetch' })
        test('lists events', async () => {
          const response = await fetch('https://any.example/de/cal/events/v1/events')
          expect((await response.json()).total).toBe(3)
        })`,
    })
    const { code, stdout } = await runVitest(folder)
    expect(stdout).toContain('1 passed')
    expect(code).toBe(0)
  })

  test('useCalmock of Vitest without the option says what to install', async () => {
    const folder = await packed.project(['vitest'], {
      'first.test.mjs': `import { useCalmock } from 'calmock/vitest'
        import { test } from 'vitest'
        useCalmock()
        test('is not reached', () => {})`,
    })
    const { code, stderr } = await runVitest(folder)
    expect(stderr).toContain('cannot load msw: run `npm install --save-dev msw`')
    expect(code).toBe(1)
  })

  test('calmock/jest in CommonJS loads its copy of MSW on first use', async () => {
    const folder = await packed.project([], {
      'program.cjs': `
        let reads = 0 // MSW reads the global when it is loaded
        const get = () => void reads++
        Object.defineProperty(globalThis, 'localStorage', { get, configurable: true })
        const hooks = {}
        const collect = (name) => (hook) => { hooks[name] = hook }
        const { Module } = require('node:module')
        const load = Module._load
        Module._load = (name, ...more) => name === '@jest/globals'
          ? { beforeAll: collect('start'), afterEach: collect('reset'), afterAll: collect('stop') }
          : load(name, ...more)
        const { http, useCalmock } = require('calmock/jest')
        useCalmock({ events: 3, intercept: 'fetch' })
        ;(async () => {
          await hooks.start()
          const response = await fetch('https://any.example/de/cal/events/v1/events')
          const { total } = await response.json()
          hooks.stop()
          const before = reads
          http.get('*', () => {})
          console.log(total, before, reads > 0)
        })()`,
    })
    expect(await node(['program.cjs'], folder)).toMatchObject({ stdout: '3 0 true\n', stderr: '' })
  })
})

describe('a page without msw', () => {
  const browser = useBrowser()

  const createPage = (options: string) =>
    packed.project([], {
      'index.html': '<script type="module" src="/main.js"></script>',
      'main.js': `import { setupCalmock } from 'calmock/browser'
        const show = (text) => { document.body.textContent = text }
        try {
          const mock = setupCalmock(${options})
          const by = await mock.start({ quiet: true })
          const { total } = await (await fetch('/de/cal/events/v1/events')).json()
          show(by + ' ' + total)
        } catch (error) {
          show(error.message)
        }`,
    })

  /** Opens a page, and returns its text and the paths that it loaded. */
  async function open(url: string): Promise<{ text: string; paths: readonly string[] }> {
    const page = await browser().newPage()
    const paths: string[] = []
    page.on('request', (request) => paths.push(new URL(request.url()).pathname))
    await page.goto(url)
    await page.waitForFunction(() => document.body.textContent !== '')
    const text = (await page.textContent('body')) ?? ''
    await page.close()
    return { text, paths }
  }

  const configure = (root: string): InlineConfig => ({
    root,
    configFile: false,
    logLevel: 'silent',
    cacheDir: join(root, 'cache'),
    server: { port: 0, host: '127.0.0.1' },
    preview: { port: 0, host: '127.0.0.1' },
  })

  /** Opens the page on the dev server and as a build. */
  async function openBoth(root: string) {
    const dev = await (await createServer(configure(root))).listen()
    const served = await open(dev.resolvedUrls?.local[0] ?? '')
    await dev.close()
    await build(configure(root))
    const server = await preview(configure(root))
    const built = await open(server.resolvedUrls?.local[0] ?? '')
    await server.close()
    return { served, built }
  }

  test("Vite shows events with intercept: 'fetch' in development and in a build", async () => {
    const { served, built } = await openBoth(await createPage("{ events: 3, intercept: 'fetch' }"))
    expect([served.text, built.text]).toEqual(['fetch 3', 'fetch 3'])
    const paths = [...served.paths, ...built.paths]
    expect(paths.filter((path) => /msw|mockServiceWorker/.test(path))).toEqual([])
  })

  test('esbuild needs an alias of msw, and shows events', async () => {
    const root = await createPage("{ events: 3, intercept: 'fetch' }")
    await writeFile(join(root, 'empty.js'), 'export {}')
    const alias = { msw: './empty.js', 'msw/browser': './empty.js' }
    await bundle({
      ...{ absWorkingDir: root, entryPoints: ['main.js'], bundle: true, format: 'esm', alias },
      ...{ outdir: join(root, 'dist'), target: 'es2022', splitting: true, logLevel: 'silent' },
    })
    await copyFile(join(root, 'index.html'), join(root, 'dist/index.html'))
    const server = await preview(configure(root))
    const { text } = await open(server.resolvedUrls?.local[0] ?? '')
    await server.close()
    expect(text).toBe('fetch 3')
  })

  test('setupCalmock without the option says what to install', async () => {
    const { served, built } = await openBoth(await createPage('{ events: 3 }'))
    expect(served.text).toContain('cannot load msw: run `npm install --save-dev msw`')
    expect(built.text).toContain('cannot load msw: run `npm install --save-dev msw`')
  })
})
