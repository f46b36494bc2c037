import type { Messages } from '../contract/format-message.ts'
import { OptionError } from '../contract/option-error.ts'
import { defaultSites, type LanguageCode, languages } from '../contract/site.ts'
import { createMock } from '../create-mock.ts'
import { withHandlers } from '../msw/handlers.ts'
import { type BrowserCalmock, type StartOptions, withWorker } from '../msw/worker.ts'
import type { Options } from '../options/options.ts'
import { type ExportedLanguage, type ExportManifest, exportedSource } from './exported-seed.ts'

/** The address of another file of the export. */
const fileUrl = (file: string): string => new URL(file, import.meta.url).href

async function readFile<T>(name: string): Promise<T> {
  const response = await fetch(fileUrl(name))
  if (response.ok) return response.json()
  throw new OptionError(`${name} of the export cannot be read: ${response.status}`)
}

/** What sites of these languages say. A language that nobody knows is refused later, with those there are. */
async function loadMessages(
  codes: readonly string[],
  { messages: words }: ExportManifest,
): Promise<SiteMessages> {
  const known = languages.filter((code) => codes.includes(code))
  const read = known.map(
    async (code) =>
      [code, words[code] ?? (await readFile<Messages>(`words.${code}.json`))] as const,
  )
  return Object.fromEntries(await Promise.all(read)) as SiteMessages // those of the sites
}

type SiteMessages = Readonly<Record<LanguageCode, Messages>>

/** The exported mock, with what is given in place of what was exported. It intercepts nothing until `start()`. */
export async function createCalmock(options: Options = {}): Promise<BrowserCalmock> {
  const recording = await readFile<ExportManifest>('world.json')
  const all = { ...recording.options, ...options }
  const spoken = await loadMessages(all.sites ?? defaultSites, recording)
  const planting = exportedSource({
    manifest: recording,
    messagesFor: (code) => spoken[code],
    language: (code) => readFile<ExportedLanguage>(`world.${code}.json`),
    pools: () => import(fileUrl('pools.js')),
    systemNow: Date.now,
  })
  return withWorker(withHandlers(createMock(all, planting)))
}

/** The same, intercepting the requests of the page: by the worker beside this file, else by `fetch`. */
export async function start({
  workerUrl = fileUrl('mockServiceWorker.js'),
  onUnhandledRequest = 'bypass',
  ...options
}: Options & StartOptions = {}): Promise<BrowserCalmock> {
  const mock = await createCalmock(options)
  await mock.start({ workerUrl, onUnhandledRequest })
  return mock
}
