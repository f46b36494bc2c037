import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { requireTool } from '../install-tools.ts'
import { hasCpuTime, listProcesses, readCpuTime, readStatus } from '../processes.ts'
import { EVENTS, type Group, measureInTurns, prepareVariants } from './bench.ts'

const WORLDS = 50

/** The workers, by variant. The first worker shows what objects cost without calmock. */
const sources: Readonly<Record<string, string>> = {
  'object with a constant': `import { DurableObject } from 'cloudflare:workers'
    export class CalmockWorld extends DurableObject {
      fetch = () => Response.json({ events: [] })
    }
    export default {
      fetch(request, { WORLDS }) {
        const [, name] = new URL(request.url).pathname.split('/')
        return WORLDS.get(WORLDS.idFromName(name)).fetch(request)
      },
    }`,
  'calmock/worker': `import { calmockWorker } from './dist/worker.js'
    const { CalmockWorld, fetch } = calmockWorker({ sites: ['de'] })
    export { CalmockWorld }
    export default { fetch }`,
}

/** Measures a worker in workerd: its script, and CPU time and memory of the process. */
export const measureWorker: Group = async ({ builds, rounds, verify }, table) => {
  const { Miniflare } = requireTool('miniflare')
  if (!hasCpuTime) throw new Error('the CPU time of workerd is read from /proc')
  const variants = await prepareVariants(builds, sources, async (contents, packed) => {
    const { outputFiles } = await build({
      ...{ bundle: true, format: 'esm', write: false, minify: true, logLevel: 'error' },
      ...{ stdin: { contents, resolveDir: packed.folder }, external: ['cloudflare:*'] },
    })
    return outputFiles[0]?.text ?? ''
  })
  await measureInTurns(table, { variants, rounds }, async ({ name, made: script }) => {
    const others = listProcesses('PPid', process.pid)
    const runtime = new Miniflare({
      modules: true,
      script,
      cf: false,
      compatibilityDate: '2026-04-01',
      durableObjects: { WORLDS: { className: 'CalmockWorld', useSQLite: true } },
    })
    const { origin } = await runtime.ready
    const [pid = 0] = listProcesses('PPid', process.pid).filter((pid) => !others.includes(pid))
    const readList = async (prefix: string): Promise<void> => {
      const response = await fetch(origin + prefix + EVENTS)
      verify(response.status === 200, `${name}: ${await response.text()}`)
    }
    const times = [readCpuTime(pid)]
    const measure = async (count: number): Promise<number> => {
      for (let n = 0; n < count; n++) await readList(`/~w-${times.length}-${n}`)
      times.push(readCpuTime(pid))
      return ((times.at(-1) ?? 0) - (times.at(-2) ?? 0)) / count / 1000
    }
    const first = await measure(1)
    await measure(WORLDS)
    const memory = readMemory(pid)
    const further = await measure(WORLDS)
    const perWorld = (readMemory(pid) - memory) / WORLDS
    await runtime.dispose()
    return {
      'minified script, gzip, kB': gzipSync(script).length / 1000,
      'first list, CPU, ms': first,
      'further world and its list, CPU, ms': further,
      'further world, resident memory, MB': perWorld,
    }
  })
}

const readMemory = (pid: number): number => readStatus(pid, 'VmRSS') / 1000
