/** The keys while serving, on a pseudo-terminal that `script` of util-linux makes. Elsewhere the tests are skipped. */
import { spawn, spawnSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { useFolder } from '../folder.ts'
import { addressOf, type Program, transcript } from './program.ts'

const at = useFolder()

const hasScript = /util-linux/.test(spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout)

/** Runs a command line on a terminal. `press` types keys, which waits for the answer that the terminal shows. */
function onTerminal(command: string, PATH = process.env.PATH) {
  const screen = transcript()
  const argv = ['--quiet', '--return', '--flush', '--command', command, '/dev/null']
  const child = spawn('script', argv, {
    env: { PATH, TERM: 'xterm', NO_COLOR: '1', SHELL: '/bin/sh' },
  })
  child.stdout.setEncoding('utf8').on('data', screen.write)
  const exit = new Promise<number | null>((resolve) => child.on('close', resolve))
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await exit
  })
  const press = async (keys: string, answer: RegExp): Promise<void> => {
    const shown = screen.text.length
    child.stdin.write(keys)
    await vi.waitFor(() => expect(screen.text.slice(shown)).toMatch(answer), 20_000)
  }
  return {
    press,
    exit,
    screen,
    program: { stdout: screen, stderr: screen, exit } satisfies Program,
  }
}

const calmock = `exec ${process.execPath} bin/calmock.js --port 0 --sites en`

test.skipIf(!hasScript)('keys steer the default world, and q ends the program', async () => {
  const opened = at('opened')
  for (const name of ['xdg-open', 'open'])
    await writeFile(at(name), `#!/bin/sh\necho "$1" > ${opened}\n`, { mode: 0o755 })
  const { press, exit, screen, program } = onTerminal(calmock, `${at()}:${process.env.PATH}`)
  const url = await addressOf(program)
  await screen.shows(/calmock: press h and Enter for the keys\r\n/)
  const readScenario = async () =>
    (await (await fetch(`${url}/__calmock/scenario`)).json()).scenario
  await press(
    'h\r',
    /calmock: o opens the dashboard, s selects .* q ends the server, h lists the keys\r\n/,
  )
  await press('s\r', /calmock: scenario empty: All lists are empty/)
  await press('s\r', /calmock: scenario one: /)
  expect(await readScenario()).toBe('one')
  await press('reset\r', /calmock: no key reset; h lists the keys\r\n/)
  await press('\r', /^\r\n$/)
  expect(await readScenario()).toBe('one')
  await press('r\r', /calmock: the world is as at the start\r\n/)
  expect(await readScenario()).toBe('city')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: what clears a screen
  await press('c\r', /\u001b\[2J\u001b\[3J\u001b\[H/)
  await press('o\r', /^$/)
  await vi.waitFor(async () => expect(await readFile(opened, 'utf8')).toBe(`${url}\n`), 10_000)
  await press('q\r', /^$/)
  expect(await exit).toBe(0)
  expect(screen.text.match(/ready on/g)).toHaveLength(1)
})

test.skipIf(!hasScript)('with a token, s and r still work', async () => {
  const { press, program } = onTerminal(`${calmock} --token secret`)
  await addressOf(program)
  await press('s\r', /calmock: scenario empty: /)
  await press('r\r', /calmock: the world is as at the start/)
})

test.skipIf(!hasScript)(
  'Ctrl-C ends the program with 0, and at once while it computes',
  async () => {
    const idle = onTerminal(calmock)
    await addressOf(idle.program)
    await idle.press('\u0003', /^/)
    expect(await idle.exit).toBe(0)
    const busy = onTerminal(`${calmock} --events 100000`)
    const url = await addressOf(busy.program)
    const list = fetch(`${url}/en/cal/events/v1/events`)
    await busy.screen.shows(/generating 100000 records of kind event/)
    await busy.press('\u0003', /^/)
    await expect(list).rejects.toThrow()
    expect(await busy.exit).toBe(130)
  },
)

test.skipIf(!hasScript)(
  'Ctrl-Z suspends the program, fg brings its keys back, and bg lets it serve',
  async () => {
    const { press, exit, screen, program } = onTerminal('set -m; exec bash --norc --noprofile -i')
    await press(`${calmock.replace('exec ', '')}\r`, /press h and Enter/)
    const url = await addressOf(program)
    await press('\u001a', /Stopped/)
    await press('stty -a\r', /[^-]icanon.*[^-]echo /s)
    await press('fg\r', /calmock\.js/)
    await press('s\r', /scenario empty/)
    await press('\u001a', /Stopped/)
    await press('bg\r', /calmock\.js.*&/)
    expect((await fetch(`${url}/en/cal/events/v1/tags`)).status).toBe(200)
    await press('jobs\r', /Running/)
    await press('kill %1; wait; exit\r', /exit/)
    expect(await exit).toBe(0)
    expect(screen.text).not.toContain('tty output')
  },
)

test.skipIf(!hasScript)('a background job starts without reading keys', async () => {
  const { press, exit, program } = onTerminal('exec bash --norc --noprofile -i')
  await press(`${calmock.replace('exec ', '')} &\r`, /dashboard: /)
  const url = await addressOf(program)
  await press('jobs\r', /Running/)
  expect((await fetch(`${url}/en/cal/events/v1/tags`)).status).toBe(200)
  await press('kill %1; wait; exit\r', /exit/)
  expect(await exit).toBe(0)
})
