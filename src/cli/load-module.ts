import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Failure, UsageError } from './io.ts'

/**
 * What a file of the user exports; TypeScript is read by tsx. With `turn`, a file that was read before is
 * read anew.
 */
export async function loadModule(
  kind: string,
  file: string,
  turn = 0,
): Promise<readonly unknown[]> {
  const path = resolve(file)
  if (!existsSync(path)) throw new UsageError(`there is no ${kind} file ${file}`)
  const { href } = pathToFileURL(path)
  const address = turn === 0 ? href : `${href}?turn=${turn}`
  const exported: unknown = /\.[cm]?ts$/.test(path)
    ? await importTypeScript(kind, address)
    : await import(address)
  return Object.values(exported as object) // a module is an object
}

async function importTypeScript(kind: string, address: string): Promise<unknown> {
  const tsx = await import('tsx/esm/api').catch(() => {
    throw new Failure(`${kind} files in TypeScript need tsx: npm install --save-dev tsx`)
  })
  return tsx.tsImport(address, import.meta.url)
}
