/**
 * Updates the generated parts of README.md and docs/*.md: files shown below `<!-- file: ... -->`, the
 * output of commands in `console` blocks, and tables between `<!-- name -->` marks.
 * `npm run readme` writes them; a test checks that they are up to date.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { scenarios } from '../fixtures/scenarios/index.ts'
import { main } from '../src/cli/main.ts'
import { noteCodes } from '../src/contract/note.ts'
import { landmarks } from '../src/index.ts'
import { reportCalendar } from './calendar-report.ts'
import { formatContradictions, formatVariety } from './format-calendar.ts'
import { formatTable } from './format-table.ts'
import { measureTexts, type TextReport } from './measure-texts.ts'

/** The clock of the recorded output. A server that is started with `--now today` has it on that day. */
const RECORDED_AT = '2026-11-22T12:00:00Z'

/** The address that the documents show. The recording server listens on a free port. */
const SHOWN_URL = 'http://127.0.0.1:4747'

/** Flags of the recording server. */
const SERVER_FLAGS = ['--port', '0', '--now', RECORDED_AT, '--log-format', 'off']

const root = new URL('../', import.meta.url)

/** Paths of the documents, from the root of the repository. */
export async function listDocuments(): Promise<readonly string[]> {
  const names = await readdir(new URL('docs/', root))
  return [
    'README.md',
    ...names.filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`),
  ]
}

/** Returns the text of a document with its generated parts up to date, except the skipped tables. */
export async function updateDocument(
  text: string,
  skippedTables: readonly string[] = [],
): Promise<string> {
  const parts = (await showFiles(text)).split(/(?<=^|\n)(```console\n[\s\S]*?\n```)/)
  const terminal = createTerminal()
  try {
    for (const [n, part] of parts.entries())
      if (part.startsWith('```console\n')) parts[n] = await terminal.record(part)
  } finally {
    await terminal.close()
  }
  return showTables(parts.join(''), skippedTables)
}

/** Matches a mark that names a file, and the code block below it. */
export const FILE_BLOCK = /(<!-- file: (\S+) -->\n)(?:```\w+\n[\s\S]*?\n```\n)?/g

async function showFiles(text: string): Promise<string> {
  const paths = [...text.matchAll(FILE_BLOCK)].map(([, , path = '']) => path)
  const read = async (path: string) => [path, await readFile(new URL(path, root), 'utf8')] as const
  const contents = new Map(await Promise.all(paths.map(read)))
  return text.replace(FILE_BLOCK, (_, mark: string, path: string) => {
    const language = extname(path).slice(1).replace('mjs', 'js')
    return `${mark}\`\`\`${language}\n${contents.get(path)?.trim()}\n\`\`\`\n`
  })
}

interface Server {
  readonly url: string
  /** The lines that the server printed when it was ready. */
  readonly ready: string
  close(): Promise<unknown>
}

/** Runs `calmock serve` in this process. Rejects if the server ends before it is ready. */
async function startServer(flags: readonly string[]): Promise<Server> {
  let output = ''
  let stop = (): void => {}
  let ended: Promise<unknown> = Promise.resolve()
  await new Promise<void>((resolve, reject) => {
    const write = (text: string): void => {
      output += text
      if (text.includes('ready on ')) resolve()
    }
    const stopped = new Promise<void>((end) => {
      stop = end
    })
    const io = { stdout: { write }, stderr: { write }, env: {}, pid: 0, page: root, stopped }
    ended = main(['serve', ...SERVER_FLAGS, ...flags], io).then(() => reject(new Error(output)))
  })
  const [url = ''] = /http:\S+/.exec(output) ?? []
  const close = (): Promise<unknown> => {
    stop()
    return ended
  }
  return { url, ready: output.trim(), close }
}

/** Runs the commands of `console` blocks: `npx calmock` and `curl`. A `curl` without a server starts one with defaults. */
function createTerminal() {
  let server: Server | undefined

  async function restart(flags: readonly string[]): Promise<Server> {
    await server?.close()
    server = await startServer(flags)
    return server
  }

  async function run(command: string): Promise<string> {
    const [program = '', ...words] = splitWords(command)
    const isServer = program === 'npx'
    const { url, ready } = isServer
      ? await restart(words.slice(1))
      : (server ?? (await restart([])))
    const output = isServer ? ready : await curl(words, url)
    return output.replaceAll(url, SHOWN_URL)
  }

  return {
    async record(block: string): Promise<string> {
      const lines: string[] = []
      for (const line of block.split('\n').filter((line) => line.startsWith('$ ')))
        lines.push(line, await run(line.slice(2)))
      return ['```console', ...lines.filter((line) => line !== ''), '```'].join('\n')
    },
    close: async () => server?.close(),
  }
}

/** Splits a command at blanks that are not between single quotes. */
const splitWords = (command: string): string[] =>
  [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')

/** Sends the request of a `curl` command with a URL, -X, -H and -d, and returns the body of the response. */
async function curl(words: readonly string[], url: string): Promise<string> {
  const after = (flag: string): string | undefined => words[words.indexOf(flag) + 1 || words.length]
  const address = words.find((word) => word.startsWith(SHOWN_URL)) ?? ''
  const [name, value] = after('-H')?.split(': ') ?? []
  const body = after('-d')
  const response = await fetch(address.replace(SHOWN_URL, url), {
    method: after('-X') ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      ...(body !== undefined && { 'Content-Type': 'application/x-www-form-urlencoded' }),
      ...(name && value && { [name]: value }),
    },
    ...(body !== undefined && { body }),
  })
  return response.text()
}

/** The tables by their names. Each is built only if a document shows it. */
const tables: Readonly<Record<string, () => string>> = {
  scenarios: () =>
    formatTable(
      ['Scenario', 'What a client sees'],
      scenarios.map(({ name, about }) => [`\`${name}\``, about]),
    ),
  landmarks: () =>
    formatTable(
      ['Object', 'Names'],
      Object.entries(landmarks).map(([kind, named]) => [
        `\`landmarks.${kind}\``,
        Object.keys(named)
          .map((name) => `\`${name}\``)
          .join(', '),
      ]),
    ),
  notes: () =>
    formatTable(
      ['Code', 'Level', 'Requests that have it'],
      Object.entries(noteCodes).map(([code, { level, about }]) => [`\`${code}\``, level, about]),
    ),
  languages: () => formatLanguages(measureTexts()),
  contradictions: () => formatContradictions(reportCalendar()),
  variety: () => formatVariety(reportCalendar()),
}

/** Returns the table of languages. The figures take seconds to measure. */
export const formatLanguages = (reports: readonly TextReport[]): string =>
  formatTable(
    ['Code', 'Letters in its script', 'Words in its language pack', 'Three titles'],
    reports.map(({ language, scriptShare, words, samples }) => [
      `\`${language}\``,
      `${(scriptShare * 100).toFixed(1)} %`,
      words,
      samples.join(' · '),
    ]),
  )

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
