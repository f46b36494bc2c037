import { createForwarder } from '../../http/forward.ts'
import type { FallbackHandler } from '../../http/listener.ts'
import type { Io } from '../io.ts'
import type { ServeFlags } from '../serve-flags.ts'
import type { ServedMock } from '../served-mock.ts'
import { decoders } from './har-entry.ts'
import { isHarFile } from './har-file.ts'
import { createProxy, createRecordingTarget, createServerTarget } from './proxy.ts'
import { Recorder } from './recorder.ts'
import { Recording } from './replay.ts'

/** The maximum time without a byte from the server behind the mock. */
const UPSTREAM_TIMEOUT_MS = 60_000

/** The handler of `--proxy`. */
export interface ServedProxy {
  readonly fallback: FallbackHandler
  /** Loads the exchanges of a HAR file again. Throws `OptionError` for a file in another format. */
  load(file: string): void
  /** Resolves when all exchanges are recorded. */
  close(): Promise<void>
}

/** Creates the handler of requests that no route knows. Throws `OptionError` for a file in another format. */
export function createServedProxy(
  { proxy = '', record }: Pick<ServeFlags, 'proxy' | 'record'>,
  served: Pick<ServedMock, 'mock'>,
  io: Pick<Io, 'stderr'>,
): ServedProxy {
  if (isHarFile(proxy)) return createReplayingProxy(proxy, served)
  const recorder = record ? new Recorder(record, io) : undefined
  const origin = new URL(proxy)
  let close = (): void => {}
  const target = createServerTarget(origin, (via) => {
    const forwarder = createForwarder({
      ...{ origin, via, timeout: UPSTREAM_TIMEOUT_MS },
      ...(recorder && {
        changeHeaders: prepareForRecording,
        onExchange: (exchange, target) => {
          if (exchange) recorder.add(exchange)
          else
            io.stderr.write(
              `calmock: warning: ${target} is not recorded: it is too large or broke off\n`,
            )
        },
      }),
    })
    close = forwarder.close
    return forwarder
  })
  return {
    fallback: createProxy(served, target),
    load: () => {},
    async close() {
      close()
      await recorder?.close()
    },
  }
}

function createReplayingProxy(file: string, served: Pick<ServedMock, 'mock'>): ServedProxy {
  const recording = new Recording()
  recording.load(file)
  return {
    fallback: createProxy(served, createRecordingTarget(recording, file)),
    load: (file) => recording.load(file),
    close: async () => {},
  }
}

type Header = readonly [string, string]

/** Returns the headers of a request whose response is recorded: complete, and in a coding that can be decoded. */
const prepareForRecording = (headers: readonly Header[]): Header[] =>
  headers
    .filter(([name]) => !/^(if-none-match|if-modified-since|if-range|range)$/i.test(name))
    .map(([name, value]) => [
      name,
      /^accept-encoding$/i.test(name) ? removeUnknownCodings(value) : value,
    ])

const removeUnknownCodings = (value: string): string => {
  const known = value
    .split(',')
    .filter((part) => Object.hasOwn(decoders, part.split(';')[0]?.trim().toLowerCase() ?? ''))
  return known.join(',').trim() || 'identity'
}
