import { Command } from 'commander'
import { listen } from '../http/server.ts'
import { textLike } from '../options/option-types.ts'
import { serveOptions } from '../options/serve-options.ts'
import { type Io, UsageError } from './io.ts'
import { createFlags, Flag, type Flags } from './option-flags.ts'
import { createServedMock } from './served-mock.ts'
import { readSettings } from './settings.ts'

/** Creates `calmock mcp`, which lets coding agents control a mock over stdio, with the Model Context Protocol. */
export function mcpCommand(io: Io, version: string): Command {
  const url = new Flag({
    type: textLike(/^https?:\/\/[^\s/?#@][^\s?#@]*$/, 'a URL such as http://127.0.0.1:4747'),
    flag: '--url <url>  connect to a running mock, such as http://127.0.0.1:4747, and start none; --token is its token',
  })
  const command = new Command('mcp')
    .description('offer the control routes of a mock to coding agents, as MCP tools over stdio')
    .allowExcessArguments(false)
  const ofMock = createFlags('serve').filter(
    (flag) => !Object.hasOwn(serveOptions, flag.attributeName()),
  )
  for (const option of [url, ...ofMock]) command.addOption(option)
  return command
    .hook('preAction', async () => {
      console.log = console.info = console.debug = console.error // stdout is for messages of the protocol
      await readSettings(command, io)
    })
    .action(() => runMcp(command, { version, io }))
}

async function runMcp(command: Command, { version, io }: { version: string; io: Io }) {
  const { url, ...flags } = command.opts<Flags & { readonly url?: string }>()
  const useless = Object.keys(flags).find(
    (name) => command.getOptionValueSource(name) === 'cli' && !['token', 'config'].includes(name),
  )
  if (url && useless) throw new UsageError(`--url connects to a mock that has its own ${useless}`)
  const stopped = io.untilStopped()
  const served = url ? undefined : await createServedMock(flags, io)
  const server = served && (await listen(served)) // on a free port of this machine
  const mock = { url: server?.url ?? url?.replace(/\/$/, '') ?? '', token: flags.token }
  try {
    const { serveTools } = await import('./mcp-server.ts') // with its packages, for this command alone
    await serveTools(mock, { version, io, stopped })
  } finally {
    await server?.close()
  }
}
