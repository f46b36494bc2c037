import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished } from 'vitest'
import type { Io } from '../../src/cli/io.ts'
import { main } from '../../src/cli/main.ts'

export type Variables = Readonly<Record<string, string | undefined>>

/** A stream that stores its text and notifies readers of new text. */
export interface Transcript {
  readonly text: string
  write(text: string): void
  /** The first match in the whole text, as soon as the text contains one. */
  shows(pattern: RegExp): Promise<RegExpMatchArray>
}

export function transcript(): Transcript {
  let text = ''
  let waiting: (() => void)[] = []
  return {
    get text() {
      return text
    },
    write(more) {
      text += more
      for (const look of waiting.splice(0)) look()
    },
    shows: (pattern) =>
      new Promise((resolve) => {
        const look = (): void => {
          const match = text.match(pattern)
          if (match) resolve(match)
          else waiting = [...waiting, look]
        }
        look()
      }),
  }
}

/** A running program, in this process or in a child process. */
export interface Program {
  readonly stdout: Transcript
  readonly stderr: Transcript
  /** The exit code, after the program has ended. */
  readonly exit: Promise<number | null>
}

/** Runs `main` in this process and stops it when the test is finished. Requests to other services follow at once. */
export function start(argv: readonly string[], env: Variables = {}, others: Partial<Io> = {}) {
  const [stdout, stderr] = [transcript(), transcript()]
  let stop = (): void => {}
  const stopped = new Promise<void>((resolve) => {
    stop = resolve
  })
  const dist = new URL('../../dist/', import.meta.url)
  const exit = main(argv, {
    ...{ stdout, stderr, env, pid: 4242, dist },
    ...{ untilStopped: () => stopped, beforeComputing: () => {}, pause: async () => {}, ...others },
  })
  onTestFinished(async () => {
    stop()
    await exit
  })
  return { stdout, stderr, exit, stop } satisfies Program & { stop(): void }
}

const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Runs `node bin/calmock.js` in a child process with only the given variables and kills it after
 * the test.
 */
export function spawned(
  argv: readonly string[],
  env: Variables = {},
): Program & { readonly child: ChildProcess } {
  const [stdout, stderr] = [transcript(), transcript()]
  const withoutCache = { NODE_DISABLE_COMPILE_CACHE: '1' } // in the folder of the developer
  const options = { cwd: root, env: { ...withoutCache, ...env } }
  const child = spawn(process.execPath, ['bin/calmock.js', ...argv], options)
  child.stdout.setEncoding('utf8').on('data', stdout.write)
  child.stderr.setEncoding('utf8').on('data', stderr.write)
  const exit = new Promise<number | null>((resolve) => child.on('close', resolve))
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await exit
  })
  return { stdout, stderr, exit, child }
}

/**
 * Returns the address of a program that serves. Rejects with its error output if the program ends.
 */
export async function addressOf({ stdout, stderr, exit }: Program): Promise<string> {
  const ended = exit.then((code) => {
    throw new Error(`ended with ${code}: ${stderr.text}`)
  })
  const [, url = ''] = await Promise.race([
    stdout.shows(/(?:ready on |"url":")(https?:\/\/[^\s"]+)/),
    ended,
  ])
  return url
}

/** Runs a program in this process that serves on a free port, and returns it with its address. */
export async function serving(argv: readonly string[] = [], env: Variables = {}) {
  const program = start(['--port', '0', ...argv], env)
  return { ...program, url: await addressOf(program) }
}

/** Returns the exit code and both streams of a program after it has ended. */
export async function ended(program: Program) {
  const code = await program.exit
  return { code, stdout: program.stdout.text, stderr: program.stderr.text }
}

/** Returns the error line of a program that ends with a code, by default 2 for wrong usage. Fails if it prints anything else. */
export async function errorOf(argv: readonly string[], env: Variables = {}, expected = 2) {
  const { code, stdout, stderr } = await ended(start(argv, env))
  expect([code, stdout]).toEqual([expected, ''])
  expect(stderr).toMatch(/^calmock: [^\n]+\n$/)
  return stderr.slice('calmock: '.length, -1)
}
