import type { Messages } from '../../contract/format-message.ts'
import { OptionError } from '../../contract/option-error.ts'
import { createMock } from '../../create-mock.ts'
import { withFetch } from '../../intercept/fetch/with-fetch.ts'
import { type BrowserCalmock, withStart } from '../../intercept/msw/page.ts'
import type { StartOptions } from '../../intercept/msw/worker.ts'
import type { Options } from '../../options/options.ts'
import {
  type ExportedLandmarks,
  type ExportedLanguage,
  type ExportManifest,
  exportedSource,
} from './exported-seed.ts'

const fileUrl = (file: string): string => new URL(file, import.meta.url).href

/** The files that have been read, by name: mocks of one page read each file once. */
const files = new Map<string, Promise<unknown>>()

function readFile<T>(name: string): Promise<T> {
  const file = files.get(name) ?? fetchFile(name)
  files.set(name, file)
  file.catch(() => files.delete(name)) // the next mock tries again
  return file as Promise<T> // each name has one type
}

async function fetchFile(name: string): Promise<unknown> {
  const response = await fetch(fileUrl(name))
  if (response.ok) return response.json()
  throw new OptionError(`cannot read ${name} of the export: ${response.status}`)
}

const readText = async (name: string): Promise<string> => (await fetch(fileUrl(name))).text()

/** The options of an exported mock, which take precedence over the options of the export. */
interface ExportOptions extends Options {
  /** True keeps changes in `localStorage`, for this browser and this export, until a reset. */
  readonly persist?: boolean
}

/** Creates the exported mock. Interception begins with `start()`. */
export async function createCalmock({
  persist = false,
  ...options
}: ExportOptions = {}): Promise<BrowserCalmock> {
  const manifest = await readFile<ExportManifest>('world.json')
  const merged = { ...manifest.options, ...options }
  const source = exportedSource({
    manifest,
    landmarks: () => readFile<ExportedLandmarks>('landmarks.json'),
    messages: (code) => readFile<Messages>(`words.${code}.json`),
    language: (code) => readFile<ExportedLanguage>(`world.${code}.json`),
    pools: () => import(fileUrl('pools.js')),
    database: async () => (await import('../../store/open-database.ts')).openDatabase,
    dashboard: {
      page: async () => (await readText('index.html')).replace(/ data-start="[^"]*"/, ''),
      reference: () => readText('reference.js'),
    },
    systemNow: Date.now,
  })
  const mock = createMock(merged, source)
  if (persist) {
    const { persistInPage } = await import('./persist-in-page.ts')
    await persistInPage(mock, { name: `calmock ${fileUrl('world.json')}`, now: merged.now })
  }
  return withStart(withFetch(mock))
}

/** Creates the exported mock, and starts the interception: by the service worker of the export, or by replacing `fetch`. */
export async function start({
  workerUrl = fileUrl('mockServiceWorker.js'),
  onUnhandledRequest = 'bypass',
  quiet = false,
  ...options
}: ExportOptions & StartOptions = {}): Promise<BrowserCalmock> {
  const mock = await createCalmock(options)
  await mock.start({ workerUrl, onUnhandledRequest, quiet })
  return mock
}
