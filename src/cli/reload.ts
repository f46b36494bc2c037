import type { Command } from 'commander'
import { listScenarioFiles } from '../config/scenario-files.ts'
import type { RunningServer } from '../http/server.ts'
import { formatReason } from './format-reason.ts'
import type { Io } from './io.ts'
import { isHarFile } from './proxy/har-file.ts'
import type { ServedProxy } from './proxy/serve-proxy.ts'
import type { ServeFlags } from './serve-flags.ts'
import type { ServedMock } from './served-mock.ts'
import { applyConfig, resolveConfigFile } from './settings.ts'
import { loadCertificate } from './tls/load-certificate.ts'
import type { UserHandlers } from './user-handlers.ts'
import { FileWatcher } from './watch-files.ts'

/** A server with the files that it was started with. */
export interface WatchedServer {
  readonly command: Command
  readonly served: ServedMock
  readonly handlers: UserHandlers | undefined
  readonly server: Pick<RunningServer, 'replaceTls'>
  readonly proxy: ServedProxy | undefined
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
  const { command, served, handlers, server, proxy, io } = watched
  try {
    await applyConfig(command)
    const flags = command.opts<ServeFlags>()
    if (flags.handlers) await handlers?.load(flags.handlers)
    const tls = await loadCertificate(flags, io)
    if (tls) server.replaceTls(tls)
    if (flags.proxy && flags.proxy === file) proxy?.load(file)
    if ([flags.handlers, flags.proxy, flags.cert, flags.key].includes(file)) return 'reloaded'
    await served.replace(flags)
    return 'reloaded; every world starts again'
  } catch (error) {
    return `not reloaded: ${formatReason(error) ?? String(error)}`
  }
}

function listWatchedFiles(command: Command): readonly string[] {
  const { watch, handlers, proxy, cert, key, scenario, data } = command.opts<ServeFlags>()
  const recording = proxy && isHarFile(proxy) ? proxy : undefined
  const watched = watch
    ? [handlers, recording, cert, key, resolveConfigFile(command), ...listScenarioFiles(scenario)]
    : []
  return [data, ...watched].filter((file) => typeof file === 'string')
}
