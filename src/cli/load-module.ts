import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Failure, UsageError } from './io.ts'

/** Imports a user's file and returns its exports. `version` makes Node import a changed file again. */
export async function loadModule(
  kind: 'handler' | 'scenario',
  file: string,
  version = 0,
): Promise<readonly unknown[]> {
  const path = resolve(file)
  if (!existsSync(path)) throw new UsageError(`${kind} file ${file} does not exist`)
  const { href } = pathToFileURL(path)
  const url = version === 0 ? href : `${href}?version=${version}`
  const exported: unknown = /\.[cm]?ts$/.test(path)
    ? await importTypeScript(kind, url)
    : await import(url)
  return Object.values(exported as object) // a module is an object
}

async function importTypeScript(kind: string, url: string): Promise<unknown> {
  const tsx = await import('tsx/esm/api').catch(() => {
    throw new Failure(`${kind} files in TypeScript need tsx: npm install --save-dev tsx`)
  })
  return tsx.tsImport(url, import.meta.url)
}
