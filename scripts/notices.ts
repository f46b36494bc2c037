import { readdir, readFile } from 'node:fs/promises'
import type { BuildResult } from 'esbuild'

/** The licences of all packages that some bundles hold a part of. Throws for one that comes without. */
export async function noticesOf(bundles: readonly BuildResult[]): Promise<string> {
  const outputs = bundles.flatMap(({ metafile }) => Object.values(metafile?.outputs ?? {}))
  const files = outputs.flatMap(({ inputs }) =>
    Object.keys(inputs).filter((file) => inputs[file]?.bytesInOutput),
  )
  const folders = files.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? [])
  const notices = [...new Set(folders)].sort().map(noticeIn)
  return (await Promise.all(notices)).join(`\n${'-'.repeat(80)}\n\n`)
}

async function noticeIn(folder: string): Promise<string> {
  const { name, version, license } = JSON.parse(await readFile(`${folder}/package.json`, 'utf8'))
  const file = (await readdir(folder)).find((name) => /^licen[cs]e/i.test(name))
  if (!file && !license) throw new Error(`${name} does not tell its licence`)
  const text = file ? await readFile(`${folder}/${file}`, 'utf8') : `Licence: ${license}\n`
  return `${name} ${version}\n\n${text.trim()}\n`
}
