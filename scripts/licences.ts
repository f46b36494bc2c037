import { readdir, readFile } from 'node:fs/promises'
import type { BuildResult } from 'esbuild'

/** Returns the licences of all packages in some bundles. Throws if a package names no licence. */
export async function collectLicences(bundles: readonly BuildResult[]): Promise<string> {
  const outputs = bundles.flatMap(({ metafile }) => Object.values(metafile?.outputs ?? {}))
  const files = outputs.flatMap(({ inputs }) =>
    Object.keys(inputs).filter((file) => inputs[file]?.bytesInOutput),
  )
  const folders = files.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? [])
  const licences = [...new Set(folders)].sort().map(readLicence)
  return (await Promise.all(licences)).join(`\n${'-'.repeat(80)}\n\n`)
}

async function readLicence(folder: string): Promise<string> {
  const { name, version, license } = JSON.parse(await readFile(`${folder}/package.json`, 'utf8'))
  const file = (await readdir(folder)).find((name) => /^licen[cs]e/i.test(name))
  if (!file && !license) throw new Error(`${name} names no licence`)
  const text = file ? await readFile(`${folder}/${file}`, 'utf8') : `Licence: ${license}\n`
  return `${name} ${version}\n\n${text.trim()}\n`
}
