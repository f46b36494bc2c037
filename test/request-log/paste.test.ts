import { execFile, spawnSync } from 'node:child_process'
import { readdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestMock, over } from '../call.ts'
import { useFolder } from '../folder.ts'

const missing = ['python3', 'bash', 'curl'].filter(
  (program) => spawnSync(program, ['--version']).status !== 0,
)

/**
 * Opens an interactive bash in a pseudo-terminal, pastes a file at its prompt, presses Enter and leaves. The prompt has
 * the number of the command. Fails after 15 s.
 */
const paste = `
import os, pty, select, signal, sys
signal.alarm(15)
pid, terminal = pty.fork()
if pid == 0:
    os.execvp('bash', ['bash', '--rcfile', 'bashrc', '-i'])
def wait(prompt, seen=b''):
    while prompt not in seen:
        seen += os.read(terminal, 65536)
mark = sys.argv[2] == 'bracketed'
text = open(sys.argv[1], 'rb').read()
wait(b'READY1>')
os.write(terminal, (b'\\x1b[200~' + text + b'\\x1b[201~' if mark else text) + b'\\r')
wait(b'READY2>')
os.write(terminal, b'\\x03\\rexit\\r')
try:
    while os.read(terminal, 65536): pass
except OSError: pass
os.waitpid(pid, 0)
`

/** Texts that a page can send. Each makes a file if a shell runs its second part. */
const bodies = [
  'a=1\x03\ntouch PWNED\n',
  "it's\x03 !x\rtouch PWNED\r",
  'x\x1b[201~\ntouch PWNED\n\x1b[200~',
  'x\x15touch PWNED\n\x04\x1a\x7f\t\t',
  "a'; touch PWNED; '\n$(touch PWNED)`touch PWNED`!!",
  '\x00a\\0101\\\x00\ntouch PWNED\n%s',
  'न\ufeffमस्ते \u202ePWNED hcuot\u2028\x9b\x85 ü',
]

describe.skipIf(missing.length > 0)(
  `in a terminal (without: ${missing.join() || 'nothing'})`,
  () => {
    const at = useFolder()
    const received: Buffer[] = []
    const server = createServer(async (request, response) => {
      received.push(await buffer(request))
      response.end()
    })
    beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
    afterAll(() => void server.close())

    /** Pastes a command. Returns the files of the working directory. */
    async function pasteInto(kind: string, command: string): Promise<readonly string[]> {
      await writeFile(at('command'), command)
      await writeFile(at('bashrc'), "PS1='READY\\#>'\n")
      await writeFile(
        at('inputrc'),
        `set enable-bracketed-paste ${kind === 'bracketed' ? 'on' : 'off'}\n`,
      )
      const env = { ...process.env, TERM: 'xterm', INPUTRC: at('inputrc') }
      await promisify(execFile)('python3', ['-c', paste, at('command'), kind], {
        cwd: at('.'),
        env,
      })
      return (await readdir(at('.'))).sort()
    }

    /** Returns the copied command for a body that was sent to a mock. */
    async function copyCommand(raw: string): Promise<string> {
      const mock = createTestMock()
      await over(mock)('POST', '/de/cal/events/v1/tags', { raw, headers: { 'x-a': 'b' } })
      const { port } = server.address() as AddressInfo // of a listening server
      return mock.requests[0]?.curl.replace('http://calmock.test', `http://127.0.0.1:${port}`) ?? ''
    }

    test.each(['bracketed', 'plain'].flatMap((kind) => bodies.map((body) => ({ kind, body }))))(
      'a command that is pasted $kind sends the logged bytes and runs nothing else: $body',
      async ({ kind, body }) => {
        received.length = 0
        const files = await pasteInto(kind, await copyCommand(body))
        expect(files).toEqual(['bashrc', 'command', 'inputrc'])
        expect(received.map((bytes) => bytes.toString())).toEqual([body])
      },
    )

    test.each(['bracketed', 'plain'])(
      'a command with raw control characters that is pasted %s would run them',
      async (kind) => {
        const end = kind === 'bracketed' ? '\x1b[201~' : ''
        expect(await pasteInto(kind, `true 'a${end}\x03\ntouch PWNED\n'`)).toContain('PWNED')
      },
    )
  },
)
