import { existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { publint } from 'publint'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { entryPoints, listPeers, listWith, nameImport } from '../../scripts/entry-points.ts'
import { node, type Packed, pack, peers, root, run } from '../packed.ts'

const doors = Object.keys(manifest.exports).map((door) => door.replace('.', 'calmock'))

let packed: Packed

beforeAll(async () => {
  packed = await pack()
}, 60_000)

afterAll(() => packed?.remove())

describe('the package', () => {
  test('the package contains the program, the bundles, their types, the documents and the skill, and nothing else', () => {
    const { paths } = packed
    expect(paths.filter((path) => /^(?!examples).*(?<!\.d)\.ts$|\.map$/.test(path))).toEqual([])
    const folders = new Set(paths.map((path) => path.split('/').slice(0, -1)[0]))
    expect([...folders].sort()).toEqual(['bin', 'dist', 'docs', 'examples', 'skills', undefined])
    const unwanted = /^docs\/(?!.*\.(md|webp)$)|node_modules|package-lock/
    expect(paths.filter((path) => unwanted.test(path))).toEqual([])
    expect(paths.filter((path) => !path.includes('/')).sort()).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'SECURITY.md',
      'package.json',
    ])
  })

  test('the package has at most 260 files besides the examples, and 2.3 MB, no file twice, and no folder of the build', async () => {
    const { size, folder } = packed
    const paths = packed.paths.filter((path) => !path.startsWith('examples/'))
    console.log(`${packed.paths.length} files, ${Math.round(size / 1000)} kB`)
    expect(paths.length).toBeLessThanOrEqual(260)
    expect(size).toBeLessThanOrEqual(2_300_000)
    const texts = await Promise.all(paths.map((path) => readFile(join(folder, path), 'utf8')))
    const repeated = paths.filter((_, n) => texts.indexOf(texts[n] ?? '') !== n)
    expect(repeated).toEqual([])
    // names of CommonJS modules in a checkout whose node_modules is a link
    expect(
      texts.flatMap((text) => text.match(/"(?:\.\.\/)+[^"]*node_modules[^"]*"/g) ?? []),
    ).toEqual([])
  })

  test('README has the size of the package', async () => {
    const readme = await readFile(join(packed.folder, 'README.md'), 'utf8')
    const [, download, installed] =
      /([\d.]+) MB to download, ([\d.]+) MB installed, no dependencies \(/.exec(readme) ?? []
    const files = await Promise.all(packed.paths.map((path) => stat(join(packed.folder, path))))
    const bytes = files.reduce((sum, { size }) => sum + size, 0)
    expect(Number(download)).toBeCloseTo(packed.size / 1_000_000, 1)
    expect(Number(installed)).toBeCloseTo(bytes / 1_000_000, 1)
  })

  test('no link of README and of the documents is dead in the package, and no picture of README', async () => {
    const pages = packed.paths.filter((path) => /^(README|docs\/.*)\.md$/.test(path))
    const targets = await Promise.all(
      pages.map(async (page) => {
        const text = await readFile(join(packed.folder, page), 'utf8')
        const pattern = page === 'README.md' ? /\]\(([^)#\s]+)|src="([^"]+)"/g : /\]\(([^)#\s]+)/g
        return [...text.matchAll(pattern)]
          .map(([, link, picture]) => link ?? picture ?? '')
          .filter((target) => target !== '' && !/^[a-z]+:/.test(target))
          .map((target) => join(dirname(page), target))
      }),
    )
    const all = targets.flat()
    expect(all.length).toBeGreaterThan(500)
    expect(all.filter((target) => !existsSync(join(packed.folder, target)))).toEqual([])
  })

  test('the package runs no install script', async () => {
    const { scripts } = JSON.parse(await readFile(join(packed.folder, 'package.json'), 'utf8'))
    const atInstall = /^(pre|post)?install$|^prepublish$/
    expect(Object.keys(scripts).filter((name) => atInstall.test(name))).toEqual([])
  })

  test('the package has no dependencies, and LICENSES.txt has the license of each bundled package', async () => {
    const { dependencies } = JSON.parse(await readFile(join(packed.folder, 'package.json'), 'utf8'))
    expect(dependencies).toBeUndefined()
    const licenses = await readFile(join(packed.folder, 'dist/LICENSES.txt'), 'utf8')
    const sections = licenses.split(/^-{80}$/m).map((section) => section.trim())
    for (const section of sections) expect(section).toMatch(/^\S+ \d\S+\n\n(?=.*\S)/s)
    const bundled = [
      '@event-calendar/core',
      '@modelcontextprotocol/sdk',
      '@mswjs/data',
      'preact',
      'zod',
    ]
    for (const name of bundled) expect(licenses).toMatch(new RegExp(`^${name} \\d`, 'm'))
  })

  test('the package names no repository, no home page and no tracker, since it has none in public', () => {
    expect(Object.keys(manifest)).not.toContain('repository')
    expect(Object.keys(manifest)).not.toContain('homepage')
    expect(Object.keys(manifest)).not.toContain('bugs')
    expect(manifest.publishConfig).toEqual({ access: 'public' })
  })

  // npm asks the registry for each peer dependency, and for theirs: 43 packages with these three, 6 without
  test('npx asks for no peer dependency with many peers', () => {
    const { peerDependencies, peerDependenciesMeta } = manifest
    const names = Object.keys(peerDependenciesMeta)
    expect(names.filter((name) => !(name in peerDependencies))).toEqual([
      'storybook',
      'vite',
      'vitest',
    ])
    expect(Object.values(peerDependenciesMeta).every(({ optional }) => optional)).toBe(true)
  })

  test('npm publish --dry-run prints no warning', async () => {
    const args = ['publish', packed.tarball, '--dry-run']
    const { stdout, stderr } = await run('npm', args, packed.folder)
    expect(stdout).toContain(`+ calmock@${manifest.version}`)
    // the machine of a test has no account
    expect(stderr).not.toMatch(
      /npm warn publish (?!This command requires you to be logged in)|npm error/,
    )
  })

  test('the package contains no path of the build machine', async () => {
    for (const path of packed.paths)
      expect((await readFile(join(packed.folder, path), 'utf8')).includes(root), path).toBe(false)
  })

  test('the package has no faults according to publint', async () => {
    const { messages } = await publint({ pkgDir: packed.folder, pack: false })
    // `require` loads ES modules, which the declarations for CommonJS describe: publint expects a .cjs file next to them
    const faults = messages.filter(({ code }) => code !== 'EXPORTS_TYPES_INVALID_FORMAT')
    expect(faults).toEqual([])
  })

  test('the types of every entry point resolve according to attw', async () => {
    const attw = join(root, 'test/tools/node_modules/@arethetypeswrong/cli/dist/index.js')
    const args = [
      attw,
      packed.tarball,
      '--profile',
      'esm-only',
      '--format',
      'json',
      '--ignore-rules',
      'false-cjs',
    ]
    const { code, stdout } = await node(args, root)
    const { analysis } = JSON.parse(stdout)
    expect(Object.keys(analysis.entrypoints).map((door) => door.replace('.', 'calmock'))).toEqual(
      doors,
    )
    expect(code).toBe(0)
  }, 60_000)
})

/** Uses every entry point; the code is valid in both module systems. */
const program = `
  const total = async (fetch) =>
    (await (await fetch('https://any.example/de/cal/events/v1/events')).json()).total
  const mock = main.createCalmock({ events: 3 })
  const server = setupServer(...msw.handlersFor(mock))
  server.listen({ onUnhandledRequest: 'error' })
  const intercepted = await total(fetch)
  server.use(http.get('*/events', () => HttpResponse.json({ total: 'mine' })))
  const mine = await total(fetch)
  server.close()
  const { url, close } = await node.listen(mock)
  const { status } = await fetch(url + '/de/cal/events/v1/events')
  await close()
  console.log(JSON.stringify([await total(mock.fetch), intercepted, mine, status,
    vite.calmock().name, typeof vitest.useCalmock, typeof playwright.test.extend,
    typeof storybook.calmockPreview, typeof browser.setupCalmock]))`
const said = [3, 3, 'mine', 200, 'calmock', ...Array(4).fill('function')]

/** Entry points that run in their host alone; projects in examples/ use them. */
const hosted = listWith('isHosted').map(nameImport)
const each = (line: (name: string, door: string) => string) =>
  doors
    .filter((door) => !hosted.includes(door))
    .map((door) => line(door.split('/')[1] ?? 'main', door))
    .join('\n')

describe('a project with the package', () => {
  test('an ES module can import every entry point', async () => {
    const imports = each((name, door) => `import * as ${name} from '${door}'`)
    const folder = await packed.project(peers, {
      'program.mjs': `${imports}
        import { http, HttpResponse } from 'msw'
        import { setupServer } from 'msw/node'
        ${program}`,
    })
    const { stdout, stderr } = await node(['program.mjs'], folder)
    expect(stderr).toBe('')
    expect(JSON.parse(stdout)).toEqual(said)
  })

  test('a CommonJS module can require every entry point and msw', async () => {
    const imports = each((name, door) => `const ${name} = require('${door}')`)
    const folder = await packed.project(peers, {
      'program.cjs': `${imports}
        const { http, HttpResponse } = require('msw')
        const { setupServer } = require('msw/node')
        ;(async () => {${program}})()`,
    })
    const { stdout, stderr } = await node(['--no-warnings', 'program.cjs'], folder)
    expect(stderr).toBe('')
    expect(JSON.parse(stdout)).toEqual(said)
  })

  test('the program runs without peer dependencies', async () => {
    const folder = await packed.project([], { 'mine.ts': '' })
    const calmock = (...args: string[]) => node(['node_modules/.bin/calmock', ...args], folder)
    expect((await calmock('--version')).stdout).toBe(`${manifest.version}\n`)
    expect((await calmock('routes', '--json')).stdout).toContain('/cal/events/v1/events')
    const missing = await calmock('serve', '--scenario', './mine.ts')
    expect(missing.stderr).toContain('npm install --save-dev tsx')
    expect(missing.code).not.toBe(0)
  })

  test('calmock and calmock/vite work without peer dependencies', async () => {
    const folder = await packed.project([], {
      'program.mjs': `import { createCalmock } from 'calmock'
        import { calmock } from 'calmock/vite'
        const response = await createCalmock().fetch('/de/cal/events/v1/events')
        console.log(response.status, calmock().name)`,
    })
    expect(await node(['program.mjs'], folder)).toEqual({
      code: 0,
      stdout: '200 calmock\n',
      stderr: '',
    })
  })

  const withPeer = Object.entries(entryPoints).flatMap(([name, entry]) =>
    listPeers(entry).map((peer) => [nameImport(name), peer]),
  )
  test.each(withPeer)(
    'the error of %s without its peer dependency names %s',
    async (door, peer) => {
      const folder = await packed.project([], { 'program.mjs': `import '${door}'` })
      const { code, stderr } = await node(['program.mjs'], folder)
      expect(code).toBe(1)
      expect(stderr).toContain(`Cannot find package '${peer}'`)
    },
  )
})
