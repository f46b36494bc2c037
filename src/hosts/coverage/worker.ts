import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import type { Mock } from '../../create-mock.ts'
import { collectCoverage, MISSING_REPORTER } from './collect.ts'

/** The variable with the folder of a run. Its name does not begin as the names of options, which `calmock serve` checks. */
export const FOLDER_VARIABLE = '_CALMOCK_COVERAGE_FOLDER'

/** Counts in a worker of Jest or Playwright. Returns the function that saves the counts for the reporter. */
export function collectInWorker(mock: Mock): () => void {
  const counts = collectCoverage(mock)
  const folder = process.env[FOLDER_VARIABLE]
  return () => {
    if (!folder) return void process.stderr.write(`${MISSING_REPORTER}\n`)
    mkdirSync(folder, { recursive: true })
    writeFileSync(`${folder}/${randomUUID()}.json`, JSON.stringify(counts))
  }
}
