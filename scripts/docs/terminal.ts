import { readCurl, splitWords } from '../../docs/.vitepress/live/curl.ts'
import { parseRequest, RECORDED_AT, SHOWN_URL } from '../../docs/.vitepress/live/http-block.ts'
import { main } from '../../src/cli/main.ts'

/** Flags of the recording server, which listens on a free port. */
const SERVER_FLAGS = ['--port', '0', '--now', RECORDED_AT, '--log-format', 'off']

const root = new URL('../../', import.meta.url)

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
    const streams = { stdout: { write }, stderr: { write }, env: {}, pid: 0, dist: root }
    const io = { ...streams, untilStopped: () => stopped, beforeComputing: () => {} }
    ended = main(['serve', ...SERVER_FLAGS, ...flags], io).then(() => reject(new Error(output)))
  })
  const [url = ''] = /http:\S+/.exec(output) ?? []
  const close = (): Promise<unknown> => {
    stop()
    return ended
  }
  return { url, ready: output.trim(), close }
}

/** Runs the commands of `console` blocks: `npx calmock`, `npm start` and `curl`. A `curl` without a server starts a server with defaults. */
export function createTerminal() {
  let server: Server | undefined

  async function restart(flags: readonly string[]): Promise<Server> {
    await server?.close()
    server = await startServer(flags)
    return server
  }

  async function run(command: string): Promise<string> {
    const [program = '', ...words] = splitWords(command)
    const isServer = program === 'npx' || program === 'npm'
    const flags = words.slice(program === 'npm' ? words.indexOf('--') + 1 : 1)
    const { url, ready } = isServer ? await restart(flags) : (server ?? (await restart([])))
    const output = isServer ? ready : await curl(command, url)
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

/** Sends the request of a `curl` command with a URL, -X, -H and -d, and returns the body of the response. */
async function curl(command: string, url: string): Promise<string> {
  const { method, path, headers, body } = parseRequest(readCurl(command))
  const init = { method, headers, ...(body !== undefined && { body }) }
  return (await fetch(url + path, init)).text()
}
