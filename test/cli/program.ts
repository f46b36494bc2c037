import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { main } from '../../src/cli/main.ts'

export type Variables = Readonly<Record<string, string | undefined>>

/** A stream that keeps what is written to it, and tells when something has been. */
export interface Transcript {
  readonly text: string
  write(text: string): void
  /** The first match in all that was written, as soon as there is one. */
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

/** A program under way, in this process or in one of its own. */
export interface Program {
  readonly stdout: Transcript
  readonly stderr: Transcript
  /** Its exit code, once it has ended. */
  readonly exit: Promise<number | null>
}

/** `main` in this process; it is stopped when the test is finished. */
export function start(argv: readonly string[], env: Variables = {}) {
  const [stdout, stderr] = [transcript(), transcript()]
  let stop = (): void => {}
  const stopped = new Promise<void>((resolve) => {
    stop = resolve
  })
  const page = new URL('../../dist/page/', import.meta.url)
  const exit = main(argv, { stdout, stderr, env, pid: 4242, page, stopped })
  onTestFinished(async () => {
    stop()
    await exit
  })
  return { stdout, stderr, exit, stop } satisfies Program & { stop(): void }
}

const root = fileURLToPath(new URL('../..', import.meta.url))

/** `node bin/calmock.js` as a process of its own, with no variables but these; it ends with the test. */
export function spawned(
  argv: readonly string[],
  env: Variables = {},
): Program & { readonly child: ChildProcess } {
  const [stdout, stderr] = [transcript(), transcript()]
  const child = spawn(process.execPath, ['bin/calmock.js', ...argv], { cwd: root, env: { ...env } })
  child.stdout.setEncoding('utf8').on('data', stdout.write)
  child.stderr.setEncoding('utf8').on('data', stderr.write)
  const exit = new Promise<number | null>((resolve) => child.on('close', resolve))
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await exit
  })
  return { stdout, stderr, exit, child }
}

/** The address of a program that serves. Fails with what it said when it ended instead. */
export async function addressOf({ stdout, stderr, exit }: Program): Promise<string> {
  const ended = exit.then((code) => {
    throw new Error(`ended with ${code}: ${stderr.text}`)
  })
  const [, url = ''] = await Promise.race([
    stdout.shows(/(?:ready on |"url":")(http:\/\/[^\s"]+)/),
    ended,
  ])
  return url
}

/** A program in this process that serves on a free port, and its address. */
export async function serving(argv: readonly string[] = [], env: Variables = {}) {
  const program = start(['--port', '0', ...argv], env)
  return { ...program, url: await addressOf(program) }
}

/** Exit code and both streams of a program that ends by itself. */
export async function ended(program: Program) {
  const code = await program.exit
  return { code, stdout: program.stdout.text, stderr: program.stderr.text }
}
