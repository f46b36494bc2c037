/**
 * Writes what can be derived into README.md: the answers below each `$ curl`, the examples that marks
 * name, and the tables of scenarios, landmarks and languages. `npm run readme` keeps the file, a test holds it up to date.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { scenarios } from '../fixtures/scenarios/index.ts'
import { createService, type Service } from '../src/calmock.ts'
import { landmarks } from '../src/landmarks.ts'
import { textOf } from '../src/service/call.ts'
import { type Measured, measureAll } from './measure.ts'

const README = new URL('../README.md', import.meta.url)

/** Replaces everything derived in the text, except the table of languages. */
export async function withDerived(text: string): Promise<string> {
  const answered = await withAnswers(await withFiles(text))
  const tables = { scenarios: scenarioTable(), landmarks: landmarkTable() }
  return Object.entries(tables).reduce(
    (whole, [name, table]) => withTable(whole, name, table),
    answered,
  )
}

/** Replaces the table of languages, whose figures take seconds to measure. */
export const withLanguages = (text: string, measured: readonly Measured[]): string =>
  withTable(text, 'languages', languageTable(measured))

const FILE = /<!-- file: (\S+?)(?:, lines (\d+) to (\d+))? -->\n(?:```\w+\n[\s\S]*?```\n)?/g

/** Puts the files, or the lines of them, that marks name below these. */
async function withFiles(text: string): Promise<string> {
  const parts: string[] = []
  let end = 0
  for (const match of text.matchAll(FILE)) {
    const [all, path = '', first = '1', last] = match
    const lines = (await readFile(new URL(`../${path}`, import.meta.url), 'utf8'))
      .trim()
      .split('\n')
    const shown = lines.slice(Number(first) - 1, last ? Number(last) : lines.length)
    const [mark = ''] = all.split('\n')
    parts.push(text.slice(end, match.index), `${mark}\n\`\`\`ts\n${shown.join('\n')}\n\`\`\`\n`)
    end = match.index + all.length
  }
  return [...parts, text.slice(end)].join('')
}

/** Puts a table between its marks. Throws where the marks are missing. */
function withTable(text: string, name: string, table: string): string {
  const [open, close] = [`<!-- ${name} -->\n`, `<!-- /${name} -->`]
  const [start, end] = [text.indexOf(open), text.indexOf(close)]
  if (start < 0 || end < start) throw new Error(`README.md has no place for the ${name}`)
  return `${text.slice(0, start)}${open}${table}\n${text.slice(end)}`
}

async function withAnswers(text: string): Promise<string> {
  const service = createService({ now: 'today' })
  const parts = text.split(/(```console\n[\s\S]*?```)/)
  const done: string[] = []
  for (const part of parts) {
    done.push(part.startsWith('```console') ? await withAnswersOf(part, service) : part)
  }
  return done.join('')
}

async function withAnswersOf(block: string, service: Service): Promise<string> {
  const commands = block.split('\n').filter((line) => line.startsWith('$ '))
  const lines: string[] = []
  for (const command of commands) lines.push(command, await answerTo(command, service))
  return ['```console', ...lines, '```'].join('\n')
}

/** Answers a `curl` line with the words used in the README: an address, -X, -H, -d. */
async function answerTo(command: string, service: Service): Promise<string> {
  const words = [...command.matchAll(/'([^']*)'|(\S+)/g)].map((match) => match[1] ?? match[2] ?? '')
  const after = (flag: string): string | undefined => words[words.indexOf(flag) + 1 || words.length]
  const { origin, pathname, search } = new URL(words.find((word) => word.startsWith('http')) ?? '')
  const [body, type] = [after('-d'), after('-H')?.replace('Content-Type: ', '')]
  const reply = await service.respond({
    method: after('-X') ?? 'GET',
    origin,
    path: pathname,
    query: search.slice(1),
    header: (name) =>
      name === 'content-type' && body ? (type ?? 'application/x-www-form-urlencoded') : undefined,
    ...(body && { body: new TextEncoder().encode(body) }),
  })
  return textOf(reply)
}

const row = (cells: readonly unknown[]): string => `| ${cells.join(' | ')} |`

function scenarioTable(): string {
  return [
    '| Scenario | What a client sees |',
    '|---|---|',
    ...scenarios.map(({ name, about }) => row([`\`${name}\``, about])),
  ].join('\n')
}

function landmarkTable(): string {
  const names = (kind: keyof typeof landmarks): string =>
    Object.keys(landmarks[kind])
      .map((name) => `\`${name}\``)
      .join(', ')
  const kinds = Object.keys(landmarks) as (keyof typeof landmarks)[] // the table has no others
  return [
    '| | |',
    '|---|---|',
    ...kinds.map((kind) => row([`\`landmarks.${kind}\``, names(kind)])),
  ].join('\n')
}

function languageTable(measured: readonly Measured[]): string {
  const rows = measured.map(({ language, scriptShare, words, samples }) =>
    row([`\`${language}\``, `${(scriptShare * 100).toFixed(1)} %`, words, samples.join(' · ')]),
  )
  return [
    '| Code | Letters in its script, scenario `huge` | Words in its pack (Chinese: characters) | Three titles |',
    '|---|---|---|---|',
    ...rows,
  ].join('\n')
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const derived = await withDerived(await readFile(README, 'utf8'))
  await writeFile(README, withLanguages(derived, measureAll()))
}
