import type { Command } from 'commander'
import { listScenarioFiles } from '../config/scenario-files.ts'
import type { RunningServer } from '../http/server.ts'
import { formatReason } from './format-reason.ts'
import type { Io } from './io.ts'
import { loadCertificate } from './load-certificate.ts'
import type { ServeFlags } from './serve-flags.ts'
import type { ServedMock } from './served-mock.ts'
import { applyConfig, resolveConfigFile } from './settings.ts'
import type { UserHandlers } from './user-handlers.ts'
import { FileWatcher } from './watch-files.ts'

/** A server with the files that it was started with. */
export interface WatchedServer {
  readonly command: Command
  readonly served: ServedMock
  readonly handlers: UserHandlers | undefined
  readonly server: Pick<RunningServer, 'replaceTls'>
  readonly io: Io
}

/** Reloads the files of a server when they change. Returns the function that stops it. */
export function reloadOnChange(server: WatchedServer): () => void {
  const { command, io } = server
  let last = Promise.resolve()
  const watcher = new FileWatcher((file) => {
    // one reload at a time
    last = last.then(async () => {
      io.stderr.write(`calmock: ${file} ${await reload(file, server)}\n`)
      watcher.watch(listWatchedFiles(command))
    })
  })
  watcher.watch(listWatchedFiles(command))
  return () => watcher.close()
}

/** Reloads the files of a server after one has changed. Returns the result, for a message. */
async function reload(file: string, watched: WatchedServer): Promise<string> {
  const { command, served, handlers, server } = watched
  try {
    await applyConfig(command)
    const flags = command.opts<ServeFlags>()
    if (flags.handlers) await handlers?.load(flags.handlers)
    const tls = await loadCertificate(flags)
    if (tls) server.replaceTls(tls)
    if ([flags.handlers, flags.cert, flags.key].includes(file)) return 'reloaded'
    await served.replace(flags)
    return 'reloaded; every world starts again'
  } catch (error) {
    return `not reloaded: ${formatReason(error) ?? String(error)}`
  }
}

function listWatchedFiles(command: Command): readonly string[] {
  const { watch, handlers, cert, key, scenario, data } = command.opts<ServeFlags>()
  const watched = watch
    ? [handlers, cert, key, resolveConfigFile(command), ...listScenarioFiles(scenario)]
    : []
  return [data, ...watched].filter((file) => typeof file === 'string')
}
