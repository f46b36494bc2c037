import {
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { Command } from 'commander'
import { messages } from '../../fixtures/languages/messages.ts'
import { importOptions } from '../config/load-options.ts'
import { defaultLanguage, type LanguageCode, languages } from '../contract/site.ts'
import { createMock } from '../create-mock.ts'
import { bodyText } from '../engine/http-message.ts'
import { createClock } from '../options/clock.ts'
import { mockOptions, pickRecordOptions } from '../options/mock-options.ts'
import { boolean, oneOf } from '../options/option-types.ts'
import { type Options, resolveOptions } from '../options/options.ts'
import { joinScenarioNames } from '../options/resolve-scenarios.ts'
import { inlineSource } from '../seed/source/inline-source.ts'
import { createSeedFactory } from '../world/seed-factory.ts'
import { exportWorld } from './export-world.ts'
import { Failure, type Io, UsageError } from './io.ts'
import { createFlags, Flag, type Flags } from './option-flags.ts'
import { readSettings } from './settings.ts'

/** The file of each format, and what a file of it contains that calmock has written. */
const exportFormats = {
  world: { file: 'world.json', mark: /^\{\s+"seed": \d+,\s+"events": \d/ },
  openapi: { file: 'openapi.json', mark: /"name": "calmock"/ },
  types: { file: 'calmock.d.ts', mark: /^\/\*\*\s+\* Response to / },
} as const

type ExportFormat = keyof typeof exportFormats

interface ExportFlags extends Flags {
  readonly format?: ExportFormat
  readonly language: LanguageCode
  readonly force?: boolean
}

export function exportCommand(io: Io): Command {
  const command = new Command('export')
    .description('write the mock as a folder for static servers, or write one part of it')
    .argument('[dir]', 'folder to write; without it, --format prints to stdout')
    .allowExcessArguments(false)
  for (const option of createExportFlags()) command.addOption(option)
  return command
    .hook('preAction', () => readSettings(command, io))
    .action((dir: string | undefined, flags: ExportFlags) => runExport(dir, flags, io))
}

const createExportFlags = (): Flag[] => [
  ...createFlags('export'),
  new Flag('format', {
    type: oneOf(Object.keys(exportFormats)),
    flag: { group: 'Export', argument: '<format>' },
    help: 'write only this part',
  }),
  new Flag('language', {
    type: oneOf(languages),
    default: defaultLanguage,
    flag: { group: 'Export', argument: '<code>' },
    help: 'set the language of --format openapi',
  }),
  new Flag('force', {
    type: boolean,
    flag: { group: 'Export' },
    help: 'write into a folder that is not empty',
  }),
]

async function runExport(dir: string | undefined, flags: ExportFlags, io: Io): Promise<void> {
  const { format, force, language } = flags
  const options = await importOptions(flags)
  if (dir !== undefined && !force)
    await (format ? requireReplaceable(dir, exportFormats[format]) : requireEmpty(dir))
  const anchor = chooseAnchor(options)
  if (!format) {
    if (dir !== undefined) return writeFolder(dir, options, { anchor, io })
    throw new UsageError('export needs a folder, such as calmock export public/mock, or --format')
  }
  const text =
    format === 'types'
      ? await readFile(new URL('wire.d.ts', io.dist), 'utf8')
      : await formatPart(format, options, { anchor, language })
  if (dir === undefined) io.stdout.write(text)
  else await writeFiles(dir, [[exportFormats[format].file, text]], io)
}

/** Returns the center of the exported records' dates: the option `now`, or a constant, so that exports of different days are equal. */
function chooseAnchor({ now = 'today' }: Options): Date {
  const isDay = now === 'today' || now === 'real'
  return createClock(isDay ? mockOptions.now.default : now, Date.now).now()
}

async function requireEmpty(dir: string): Promise<void> {
  const names = await readdir(dir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw new Failure(error.code === 'ENOTDIR' ? `${dir} is not a folder` : error.message)
  })
  if (names.length > 0)
    throw new Failure(`${dir} is not empty; choose another folder, or write into it with --force`)
}

/** Throws `Failure` if a folder has a file of this name that calmock has not written. */
async function requireReplaceable(dir: string, { file, mark }: { file: string; mark: RegExp }) {
  const text = await readFile(join(dir, file), 'utf8').catch(() => undefined)
  if (text !== undefined && !mark.test(text))
    throw new Failure(`${join(dir, file)} is not of calmock; replace it with --force`)
}

async function writeFolder(
  dir: string,
  options: Options,
  { anchor, io }: { readonly anchor: Date; readonly io: Io },
): Promise<void> {
  const { dist, stderr } = io
  const showProgress = (text: string): unknown => stderr.isTTY && stderr.write(text)
  const { manifest, landmarks, languages } = exportWorld(options, anchor, (percent) =>
    showProgress(`\rcalmock: generating, ${percent} %`),
  )
  showProgress('\rcalmock: generating, 100 %\n')
  const files = [
    ...languages.map(([code, language]) => [`world.${code}.json`, language] as const),
    ['landmarks.json', landmarks] as const,
    ['world.json', manifest] as const,
    ...Object.entries(messages).map(([code, texts]) => [`words.${code}.json`, texts] as const),
  ].map(([name, content]) => [name, JSON.stringify(content)] as const)
  await writeFiles(dir, [...files, ...(await createDashboard(options, io))], io, async (draft) => {
    await cp(new URL('page/', dist), draft, { recursive: true })
    await cp(new URL('packs/', dist), join(draft, 'packs'), { recursive: true })
  })
  stderr.write(
    `calmock: exported to ${dir}; serve it with any static server and open its index.html\n`,
  )
}

/**
 * Writes files to a folder after the files that `copy` copies: all, or none if the program is stopped. Errors of the file
 * system, such as a full disk, are failures that name the folder.
 */
async function writeFiles(
  dir: string,
  files: readonly (readonly [name: string, text: string])[],
  io: Io,
  copy?: (draft: string) => Promise<void>,
): Promise<void> {
  const stop = new AbortController()
  const { signal } = stop
  io.untilStopped().then(() => stop.abort())
  try {
    const created = await mkdir(dir, { recursive: true })
    const draft = await mkdtemp(join(dir, '.calmock-')) // on the same disk, so that files can be moved
    try {
      await copy?.(draft)
      for (const [name, text] of files) await writeFile(join(draft, name), text, { signal })
      signal.throwIfAborted()
      await moveFiles(draft, dir)
      await rm(draft, { recursive: true })
    } catch (error) {
      await rm(created ?? draft, { recursive: true })
      throw error
    }
  } catch (error) {
    if (signal.aborted) throw new Failure('stopped; nothing was written')
    const { code, message } = Object(error)
    if (!code) throw error
    throw new Failure(`cannot write to ${dir}: ${message}`)
  }
}

async function moveFiles(from: string, to: string): Promise<void> {
  const entries = await readdir(from, { recursive: true, withFileTypes: true })
  for (const { parentPath, name } of entries.filter((entry) => entry.isDirectory())) {
    const target = join(to, relative(from, join(parentPath, name)))
    const found = await lstat(target).catch(() => undefined)
    if (found && !found.isDirectory()) throw new Failure(`${target} is not a folder; remove it`)
  }
  for (const { parentPath, name } of entries.filter((entry) => entry.isFile())) {
    const path = join(parentPath, name)
    const target = join(to, relative(from, path))
    await mkdir(dirname(target), { recursive: true })
    await rename(path, target)
  }
}

/** Returns the files of the dashboard. Its page starts the mock, and may send requests to the base URL. */
async function createDashboard({ baseUrl = '' }: Options, { dist }: Io) {
  const { dashboardPage } = await import(new URL('dashboard-text.js', dist).href)
  const { referenceModule } = await import(new URL('reference-text.js', dist).href)
  const isElsewhere = baseUrl !== '' && !baseUrl.startsWith('/')
  const origins = isElsewhere ? `'self' ${new URL(baseUrl).origin}` : "'self'"
  const page = dashboardPage
    .replace('<html', '<html data-start="./calmock.js"')
    .replace("connect-src 'self'", `connect-src ${origins}`)
  return [
    ['index.html', page],
    ['reference.js', referenceModule],
  ] as const
}

/**
 * Returns one part of the mock as text, with the clock at `anchor`. The language is the language of the OpenAPI
 * document. The types are a file of the package. The same options and anchor return the same bytes.
 */
async function formatPart(
  format: Exclude<ExportFormat, 'types'>,
  options: Options,
  { anchor, language }: { readonly anchor: Date; readonly language: LanguageCode },
): Promise<string> {
  if (format === 'world') return formatWorld(options, anchor)
  const source = inlineSource()
  const readMessages = () => source.readMessages(language)
  const mock = createMock({ ...options, now: anchor }, { ...source, readMessages })
  const { base, sites, settings } = mock
  const { body } = await mock.handle({
    method: 'GET',
    origin: base.origin ?? 'http://127.0.0.1:4747', // the default address of \`calmock serve\`
    path: `${base.path}${sites[0]?.root}/${settings.namespace}/doc`,
    query: '',
    header: () => undefined,
  })
  return `${JSON.stringify(JSON.parse(bodyText(body)), null, 2)}\n`
}

/** Returns every record as it is stored, by kind. The records of a kind are in the order of their IDs, in all languages. */
function formatWorld(options: Options, anchor: Date): string {
  const source = inlineSource()
  const resolved = resolveOptions(options, source.readMessages)
  const { scenario } = resolved
  const recordSeed = createSeedFactory(resolved, source)(scenario, anchor)
  const records = recordSeed.kinds.map((kind) => {
    const rows = languages.flatMap((language) => recordSeed.generate(kind, language))
    return [kind, rows.sort((a, b) => a.id - b.id)]
  })
  const world = { ...pickRecordOptions(resolved), scenario: joinScenarioNames(scenario) }
  const content = { ...world, anchor: anchor.toISOString(), languages }
  return `${JSON.stringify({ ...content, records: Object.fromEntries(records) }, null, 2)}\n`
}
