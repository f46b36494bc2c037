import type { UserData } from '../options/options.ts'
import { importModule, requireModule, unwrapDefault } from './load-module.ts'

/** Loads the data of an option that may name a file. The mock checks its content. */
export async function importData(data: string | UserData): Promise<UserData> {
  if (typeof data !== 'string') return data
  return unwrapDefault(await importModule({ kind: 'data', file: data })) as UserData // checked by the mock
}

/** Loads data like `importData`, but synchronously. */
export function requireData(data: string | UserData): UserData {
  if (typeof data !== 'string') return data
  return unwrapDefault(requireModule({ kind: 'data', file: data })) as UserData // checked by the mock
}
