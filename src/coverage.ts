import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addCounts, type Counts } from './hosts/coverage/collect.ts'
import { createReport, formatReport } from './hosts/coverage/report.ts'
import { FOLDER_VARIABLE } from './hosts/coverage/worker.ts'

/** The options of the reporter: `['calmock/coverage', { operations: [...] }]`. */
export interface CoverageOptions {
  /** The operations that the client has, with the parameters that it sends: `GET /events?page&search`. Default: all. */
  readonly operations?: readonly string[]
}

const FILE = 'coverage/calmock.json'

/** A reporter for Vitest, Jest and Playwright: prints and writes what the tests never sent to the mock and never received. */
class CoverageReporter {
  readonly #options: CoverageOptions
  /** The workers of Jest and Playwright create it. */
  readonly #folder = join(tmpdir(), `calmock-coverage-${randomUUID()}`)
  /** The counts by module of Vitest or file of a worker. Watch mode runs some modules again. */
  readonly #counts = new Map<string, Counts>()

  /** Jest passes its own configuration first. Throws `OptionError` for an unknown operation or parameter. */
  constructor(first: object = {}, second?: CoverageOptions) {
    this.#options = second ?? first
    createReport({}, this.#options.operations)
    process.env[FOLDER_VARIABLE] = this.#folder
  }

  /** Vitest calls it before the tests. */
  onInit(vitest: { provide(key: string, value: boolean): void }): void {
    vitest.provide('calmockCoverage', true)
  }

  /** Vitest calls it after the tests, with their modules. */
  onTestRunEnd(modules: readonly { readonly id: string; meta(): { calmock?: Counts[] } }[]): void {
    for (const module of modules)
      this.#counts.set(module.id, (module.meta().calmock ?? []).reduce(addCounts, {}))
    for (const name of existsSync(this.#folder) ? readdirSync(this.#folder) : [])
      this.#counts.set(name, JSON.parse(readFileSync(join(this.#folder, name), 'utf8')))
    rmSync(this.#folder, { recursive: true, force: true })
    const counts = [...this.#counts.values()].reduce(addCounts, {})
    if (Object.keys(counts).length === 0) {
      console.log('calmock coverage: no request; coverage: true or CALMOCK_COVERAGE=1 turns it on')
      return
    }
    const report = createReport(counts, this.#options.operations)
    mkdirSync('coverage', { recursive: true })
    writeFileSync(FILE, `${JSON.stringify(report, null, 2)}\n`)
    console.log(`\n${formatReport(report, FILE)}`)
  }

  /** Jest and Playwright call these after the tests. */
  onRunComplete = (): void => this.onTestRunEnd([])
  onEnd = (): void => this.onTestRunEnd([])
}

export { CoverageReporter as default }
