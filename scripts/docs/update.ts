/**
 * Updates the generated parts of README.md, docs/, fixtures/README.md and the skill: files shown below `<!-- file: ... -->`, the output of
 * commands in `console` blocks, the responses of `http` blocks, and tables between `<!-- name -->` marks.
 * `npm run docs:update` writes them. A test and the build of the site check that they are up to date.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { recordBlock } from './record-http.ts'
import { tables } from './tables.ts'
import { createTerminal } from './terminal.ts'

const root = new URL('../../', import.meta.url)

/** Returns the paths of the documents, from the root of the repository. */
export async function listDocuments(): Promise<readonly string[]> {
  const names = await readdir(new URL('docs/', root), { recursive: true })
  const pages = names.filter(
    (name) => name.endsWith('.md') && !/^(\.vitepress|node_modules)\b/.test(name),
  )
  return [
    ...['README.md', 'fixtures/README.md', 'skills/calmock/SKILL.md'],
    ...pages.sort().map((name) => `docs/${name}`),
  ]
}

/** Matches a block whose content is recorded. */
const RECORDED_BLOCK = /(?<=^|\n)(```(?:console|http\b[^\n]*)\n[\s\S]*?\n```)/

/** Returns the text of a document with its generated parts up to date, except the skipped tables. */
export async function updateDocument(
  text: string,
  skippedTables: readonly string[] = [],
): Promise<string> {
  const parts = (await showFiles(text)).split(RECORDED_BLOCK)
  const terminal = createTerminal()
  try {
    for (const [n, part] of parts.entries()) {
      if (part.startsWith('```console\n')) parts[n] = await terminal.record(part)
      if (/^```http\b/.test(part)) parts[n] = await recordBlock(part)
    }
  } finally {
    await terminal.close()
  }
  return showTables(parts.join(''), skippedTables)
}

/** Matches a mark that names a file, and the code block below it. */
export const FILE_BLOCK = /(<!-- file: (\S+) -->\n)(?:```\w+\n(?:[\s\S]*?\n)??```\n)?/g

async function showFiles(text: string): Promise<string> {
  const paths = [...text.matchAll(FILE_BLOCK)].map(([, , path = '']) => path)
  const read = async (path: string) => [path, await readFile(new URL(path, root), 'utf8')] as const
  const contents = new Map(await Promise.all(paths.map(read)))
  return text.replace(FILE_BLOCK, (_, mark: string, path: string) => {
    const language = (extname(path).slice(1) || basename(path).toLowerCase()).replace('mjs', 'js')
    return `${mark}\`\`\`${language}\n${contents.get(path)?.trim()}\n\`\`\`\n`
  })
}

/** Matches a table between its marks. */
export const TABLE = /(<!-- (\w+) -->\n)[\s\S]*?(<!-- \/\2 -->)/g

function showTables(text: string, skipped: readonly string[]): string {
  return text.replace(TABLE, (whole, open: string, name: string, close: string) => {
    if (skipped.includes(name)) return whole
    const build = tables[name]
    if (!build) throw new Error(`unknown table "${name}"; known: ${Object.keys(tables).join(', ')}`)
    return `${open}${build()}\n${close}`
  })
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const path of await listDocuments()) {
    const file = new URL(path, root)
    await writeFile(file, await updateDocument(await readFile(file, 'utf8')))
  }
}
