import { statSync, watch } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import type { Command } from 'commander'
import { listScenarioFiles } from '../config/load-options.ts'
import { OptionError } from '../contract/option-error.ts'
import type { RunningServer } from '../http/server.ts'
import type { UserHandlers } from '../intercept/msw/user-handlers.ts'
import { formatReason, type Io } from './io.ts'
import { loadCertificate } from './load-certificate.ts'
import type { Flags } from './option-flags.ts'
import type { ServedMock } from './served-mock.ts'
import { applyConfig, resolveConfigFile } from './settings.ts'

interface WatchedServer {
  readonly command: Command
  readonly served: ServedMock
  readonly handlers: UserHandlers | undefined
  readonly server: Pick<RunningServer, 'replaceTls'>
  readonly io: Io
}

/** Reloads the files of a server when they change. Returns the function that stops it. */
export function reloadOnChange(server: WatchedServer): () => void {
  const { command, io } = server
  const watchers = new Map<string, () => void>()
  let last = Promise.resolve()
  const watchFiles = (files: readonly string[]): void => {
    for (const [file, close] of watchers) {
      if (files.includes(file)) continue
      close()
      watchers.delete(file)
    }
    for (const file of files) {
      if (watchers.has(file)) continue
      try {
        watchers.set(
          file,
          watchFile(file, () => onChange(file)),
        )
      } catch (error) {
        io.stderr.write(`calmock: warning: cannot watch ${file}: ${Object(error).message}\n`)
      }
    }
  }
  const onChange = (file: string): void => {
    // one reload at a time
    last = last.then(async () => {
      const failure = await reload(file, server).then(
        (result) => void io.stderr.write(`calmock: ${file} ${result}\n`),
        (error) => formatReason(error) ?? String(error),
      )
      if (failure) io.stderr.write(`calmock: ${file} not reloaded: ${failure}\n`)
      // the last valid version stays active, and its files may become valid again
      watchFiles([...listWatchedFiles(command), ...(failure ? watchers.keys() : [])])
    })
  }
  watchFiles(listWatchedFiles(command))
  return () => watchFiles([])
}

/** The events of one save within this time are combined. */
const SAVE_MS = 50

/** Watches the folder of a file, since editors replace files instead of writing to them. Returns the function that stops it. */
function watchFile(file: string, onChange: () => void): () => void {
  let timer: NodeJS.Timeout | undefined
  const watcher = watch(dirname(resolve(file)), (_event, name) => {
    if (name !== basename(file)) return
    clearTimeout(timer)
    timer = setTimeout(onChange, SAVE_MS)
  })
  return () => {
    clearTimeout(timer)
    watcher.close()
  }
}

/** Reloads the files of a server after a change. Returns the result, for a message. Throws if a file is not valid. */
async function reload(file: string, watched: WatchedServer): Promise<string> {
  const { command, served, handlers, server } = watched
  // a program that saves the file has not written it yet
  if (!statSync(file, { throwIfNoEntry: false })?.size)
    throw new OptionError('it is missing or empty')
  await applyConfig(command)
  const flags = command.opts<Flags>()
  if (flags.handlers) await handlers?.load(flags.handlers)
  const tls = await loadCertificate(flags)
  if (tls) server.replaceTls(tls)
  if (listServerFiles(flags).includes(file)) return 'reloaded'
  await served.replace(flags)
  return 'reloaded; every world starts again'
}

/** Returns the files of the server, whose reload keeps the worlds. `--state` is not among them: the server writes it. */
export const listServerFiles = ({ handlers, cert, key }: Flags) => [handlers, cert, key]

function listWatchedFiles(command: Command): readonly string[] {
  const flags = command.opts<Flags>()
  const watched = flags.watch
    ? [...listServerFiles(flags), resolveConfigFile(command), ...listScenarioFiles(flags.scenario)]
    : []
  return [flags.data, ...watched].filter((file) => typeof file === 'string')
}
