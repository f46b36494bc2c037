import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Scenario } from '../../fixtures/scenario.ts'
import { Failure, UsageError } from './io.ts'

/**
 * The scenarios a flag names: `city+rtl`, `./sold-out.ts+today`. A part with a slash or an ending is
 * a file that exports scenarios; TypeScript is read by tsx. Names are looked up later.
 */
export async function loadScenario(flag: string): Promise<readonly (string | Scenario)[]> {
  const parts = flag.split('+').map((part) => part.trim())
  const loaded = await Promise.all(parts.map((part) => (isFile(part) ? scenariosIn(part) : [part])))
  return loaded.flat()
}

const isFile = (part: string): boolean => /[\\/]|\.[cm]?[jt]s$/.test(part)

async function scenariosIn(file: string): Promise<readonly Scenario[]> {
  const path = resolve(file)
  if (!existsSync(path)) throw new UsageError(`there is no scenario file ${file}`)
  const exported: unknown = /\.[cm]?ts$/.test(path)
    ? await importTypeScript(path)
    : await import(pathToFileURL(path).href)
  const found = Object.values(exported as object).filter(isScenario) // a module is an object
  if (found.length > 0) return [...new Set(found)]
  throw new UsageError(
    `${file} exports no scenario; make one with defineScenario({ name, about, change })`,
  )
}

async function importTypeScript(path: string): Promise<unknown> {
  const tsx = await import('tsx/esm/api').catch(() => {
    throw new Failure('scenario files in TypeScript need tsx: npm install --save-dev tsx')
  })
  return tsx.tsImport(pathToFileURL(path).href, import.meta.url)
}

const isScenario = (value: unknown): value is Scenario =>
  typeof value === 'object' && value !== null && 'name' in value && 'about' in value
