import { type Signal, signal } from '@preact/signals'
import { wait } from '../../engine/wait.ts'
import type { LoggedRequest } from '../../request-log/logged-request.ts'
import type { Api } from '../api.ts'

/** The time between two requests for the log, where it cannot be streamed. */
const POLL_MS = 2000

/** The time after which a stream without a first event is given up. */
const STREAM_TIMEOUT_MS = 4000

/** The requests of the chosen world as they happen: streamed, or polled where streams do not arrive. */
export class RequestFeed {
  /** The requests, the newest first. Requests of this page are not in the log. */
  readonly entries: Signal<readonly LoggedRequest[]> = signal([])
  readonly isPaused: Signal<boolean> = signal(false)
  /** True while the log is streamed. */
  readonly isLive: Signal<boolean> = signal(false)
  /** True when the log of the chosen world has been loaded once. */
  readonly isLoaded: Signal<boolean> = signal(false)
  readonly #api: Api
  #lastId = 0
  #max = 0
  #canStream = true

  constructor(api: Api) {
    this.#api = api
  }

  /** Follows the log of the chosen world. Returns a function that stops it. */
  start(): () => void {
    const controller = new AbortController()
    this.entries.value = []
    this.isLoaded.value = false
    void this.#run(controller.signal)
    return () => controller.abort()
  }

  /** Stops or continues to add requests. When it continues, it adds the requests that arrived meanwhile. */
  async pause(isPaused: boolean): Promise<void> {
    this.isPaused.value = isPaused
    if (!isPaused) await this.#load()
  }

  async clear(): Promise<void> {
    await this.#api.control('DELETE', 'requests')
    this.entries.value = []
  }

  async #run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await this.#load(signal)
        if (this.#canStream) await this.#follow(signal)
      } catch {
        // the mock does not respond: the next attempt may succeed
      }
      this.isLive.value = false
      await wait(POLL_MS, signal)
    }
  }

  async #load(signal?: AbortSignal): Promise<void> {
    const { max, requests } = await this.#api.json<{ max: number; requests: LoggedRequest[] }>({
      method: 'GET',
      path: '/__calmock/requests',
      ...(signal && { signal }),
    })
    this.#max = max
    this.#lastId = requests[0]?.id ?? 0
    if (!this.isPaused.value) this.entries.value = requests
    this.isLoaded.value = true
  }

  /** Reads the stream of the log until it ends. */
  async #follow(signal: AbortSignal): Promise<void> {
    const controller = new AbortController()
    const timer = setTimeout(() => controller.abort(), STREAM_TIMEOUT_MS)
    const response = await fetch(this.#api.url(`/__calmock/requests?after=${this.#lastId}`), {
      headers: { ...this.#api.headers(false), Accept: 'text/event-stream' },
      signal: AbortSignal.any([signal, controller.signal]),
    })
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
    if (!response.ok || !isStream || !response.body) return
    try {
      for await (const event of readEvents(response.body)) {
        clearTimeout(timer)
        this.isLive.value = true
        if (event.type === 'clear') this.entries.value = []
        else if (event.data !== '') this.#add(JSON.parse(event.data))
      }
    } finally {
      if (controller.signal.aborted) this.#canStream = false // the host sends a response only when it ends
      clearTimeout(timer)
    }
  }

  #add(entry: LoggedRequest): void {
    this.#lastId = entry.id
    if (this.isPaused.value) return
    this.entries.value = [entry, ...this.entries.value].slice(0, this.#max)
  }
}

/** Reads the events of a response of the type `text/event-stream`. A comment has no data. */
async function* readEvents(body: ReadableStream<Uint8Array>) {
  const decoder = new TextDecoder()
  const reader = body.getReader()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const blocks = (text + decoder.decode(value, { stream: true })).split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) yield parseEvent(block)
  }
}

/** Returns the event of a block of lines. Its data is JSON on one line. */
function parseEvent(block: string): { readonly type: string; readonly data: string } {
  const read = (line: RegExp): string => line.exec(block)?.[1] ?? ''
  return { type: read(/^event: (.*)$/m), data: read(/^data: (.*)$/m) }
}
