import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import type { ForwardedExchange } from '../../http/forward.ts'
import type { Io } from '../io.ts'
import { toHarEntry } from './har-entry.ts'
import { type HarEntry, readHarFile } from './har-file.ts'

/**
 * Writes exchanges to a HAR file. The file is replaced as a whole, so that it is valid at any time. A repeated
 * request replaces its earlier exchange, also one of an earlier run.
 */
export class Recorder {
  readonly #file: string
  readonly #stderr: Io['stderr']
  /** The exchanges in JSON, by their requests. */
  readonly #entries = new Map<string, string>()
  #isChanged = false
  #writing: Promise<void> | undefined

  /** Reads the exchanges of an existing file. Throws `OptionError` for a file in another format. */
  constructor(file: string, { stderr }: Pick<Io, 'stderr'>) {
    this.#file = file
    this.#stderr = stderr
    for (const entry of existsSync(file) ? readHarFile(file) : []) this.#set(entry)
  }

  /** Adds an exchange. The file contains it shortly afterwards. */
  add(exchange: ForwardedExchange): void {
    try {
      this.#set(toHarEntry(exchange))
    } catch (error) {
      this.#warn(`${exchange.method} ${exchange.url} is not recorded`, error)
      return
    }
    this.#isChanged = true
    this.#writing ??= this.#write()
  }

  /** Resolves when the file contains all exchanges. */
  async close(): Promise<void> {
    await this.#writing
  }

  #set(entry: HarEntry): void {
    const { method, url, postData } = entry.request
    const key = JSON.stringify([method, url, postData?.text ?? ''])
    this.#entries.delete(key) // the latest exchange is the last one
    this.#entries.set(key, JSON.stringify(entry))
  }

  /** Writes the file until it contains all exchanges. Exchanges that arrive meanwhile are written together. */
  async #write(): Promise<void> {
    while (this.#isChanged) {
      this.#isChanged = false
      const draft = `${this.#file}.${randomUUID()}`
      try {
        await writeFile(draft, this.#format())
        await rename(draft, this.#file)
      } catch (error) {
        await rm(draft, { force: true })
        this.#warn(`cannot write ${this.#file}`, error)
      }
    }
    this.#writing = undefined
  }

  #format(): string {
    const creator = '{"name":"calmock","version":"1"}'
    const entries = [...this.#entries.values()].join(',\n')
    return `{"log":{"version":"1.2","creator":${creator},"entries":[\n${entries}\n]}}\n`
  }

  #warn(text: string, error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error)
    this.#stderr.write(`calmock: warning: ${text}: ${reason}\n`)
  }
}
