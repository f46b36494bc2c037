import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { preview } from 'vite'
import { launchBrowser } from '../../test/browser/launch.ts'
import { type Group, measureInTurns } from './bench.ts'
import { measureHttp } from './http.ts'
import { EVENTS, hasCpuTime, NOW, readCpuTime, send, startCalmock } from './server.ts'

/** Measures the time from the start of `calmock serve` to its first list. */
const measureStart: Group = async ({ checkouts, rounds, sizes, verify }, table) => {
  for (const size of [sizes[0] ?? 60, sizes.at(-1) ?? 60]) {
    await measureInTurns(table, { variants: checkouts, rounds }, async ({ root }) => {
      const start = performance.now()
      const server = await startCalmock(root, size)
      const { total } = await send(server, EVENTS)
      const wall = performance.now() - start
      const cpu = hasCpuTime ? readCpuTime(server.pid) / 1000 : Number.NaN
      await server.stop()
      verify(total > 0, `the first list has ${total} events`)
      return { [`${size} events: CPU`]: cpu, [`${size} events: wall`]: wall }
    })
  }
}

/** Measures the import of each entry point. */
const measureImport: Group = ({ checkouts, rounds }, table) =>
  measureInTurns(table, { variants: checkouts, rounds }, async ({ root }) => {
    const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    const names = Object.keys(exports).map((path) => path.replace('.', 'calmock'))
    return Object.assign({}, ...names.map((name) => runProbe(root, 'import', name)))
  })

/** Measures what a test pays in process. */
const measureInProcess: Group = ({ checkouts, rounds }, table) =>
  measureInTurns(table, { variants: checkouts, rounds }, async ({ root }) => ({
    ...runProbe(root, 'mock'),
    ...runProbe(root, 'msw'),
  }))

const script = readFileSync(join(import.meta.dirname, 'probe.js'))

function runProbe(cwd: string, ...args: readonly string[]): Record<string, number> {
  const argv = ['--input-type=module', '-', ...args]
  const { status, stdout, stderr } = spawnSync(process.execPath, argv, { cwd, input: script })
  if (status !== 0) throw new Error(`the probe ${args.join(' ')} failed in ${cwd}: ${stderr}`)
  return JSON.parse(String(stdout))
}

const PAGE = `<!doctype html><script type="module">
  import { start } from './calmock.js'
  const { total } = await start().then(() => fetch('${EVENTS}')).then((list) => list.json())
  globalThis.measured = { total, ms: performance.now() }
</script>`

/** Measures the exported files and the first intercepted response in a real browser. */
const measurePage: Group = async ({ checkouts, rounds, scratch, verify }, table) => {
  const browser = await launchBrowser()
  await measureInTurns(table, { variants: checkouts, rounds: 1 }, async ({ name, root }) => {
    const folder = join(scratch, name)
    const args = ['bin/calmock.js', 'export', folder, '--now', NOW]
    execFileSync(process.execPath, args, { cwd: root, stdio: 'ignore' })
    writeFileSync(join(folder, 'bench.html'), PAGE)
    const files = readdirSync(folder).filter((file) => /^(calmock\.js|world\..*json)$/.test(file))
    const weigh = (file: string): number => gzipSync(readFileSync(join(folder, file))).length / 1000
    return Object.fromEntries(files.map((file) => [`${file}, gzip, kB`, weigh(file)]))
  })
  await measureInTurns(table, { variants: checkouts, rounds }, async ({ name }) => {
    const site = { configFile: false, root: scratch, build: { outDir: name } } as const
    const { close, resolvedUrls } = await preview({ ...site, preview: { port: 0 } })
    const page = await browser.newPage()
    await page.goto(`${resolvedUrls?.local[0]}bench.html`)
    await page.waitForFunction('globalThis.measured')
    const { total, ms } = await page.evaluate<{ total: number; ms: number }>('globalThis.measured')
    await page.close()
    await close()
    verify(total > 0, `the first intercepted list has ${total} events`)
    return { 'first intercepted response, ms after the navigation': ms }
  })
  await browser.close()
}

/** Measures the packed package and its installation without peer dependencies. */
const measureInstall: Group = ({ checkouts, rounds, scratch }, table) =>
  measureInTurns(table, { variants: checkouts, rounds }, async ({ root }) => {
    const cwd = mkdtempSync(join(scratch, 'install-'))
    writeFileSync(join(cwd, 'package.json'), '{}')
    const packing = ['pack', '--json', '--ignore-scripts', '--pack-destination', cwd]
    const [packed] = JSON.parse(String(execFileSync('npm', packing, { cwd: root, stdio: 'pipe' })))
    const start = performance.now()
    const flags = ['--ignore-scripts', '--omit=peer', '--no-audit', '--silent']
    execFileSync('npm', ['install', ...flags, packed.filename], { cwd })
    const ms = performance.now() - start
    const [size, unpacked] = [packed.size / 1000, packed.unpackedSize / 1000]
    return { 'tarball, kB': size, 'unpacked, kB': unpacked, 'npm install, ms': ms }
  })

/** The groups by name, in the order of a run. */
export const groups: Readonly<Record<string, readonly [title: string, measure: Group]>> = {
  start: ['start: from process start to the first list, ms', measureStart],
  import: ['import: each in a fresh process, ms of CPU', measureImport],
  process: ['process: what a test pays, ms of CPU', measureInProcess],
  page: ['page: the exported folder', measurePage],
  install: ['install: the packed package', measureInstall],
  http: ['http: µs of server CPU per response', measureHttp],
}
