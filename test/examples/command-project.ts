import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { findFreePort } from '../free-port.ts'

const root = new URL('../..', import.meta.url).pathname
const stubs = join(root, 'test/examples/stubs')

/** Matches the output of a program that keeps running: a server, or the headers of an event stream. */
const READY = /\bready (?:on|in)\b|"event":"ready"|content-type: text\/event-stream/i

/** Matches the ports in a command. */
const PORT = /(?<=--port |PORT=|(?:localhost|127\.0\.0\.1|0\.0\.0\.0):)\d+/g

/** Ends the processes that a shell has started, also in the background. */
function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid) process.kill(-pid, 'SIGINT')
  } catch {
    // all of them have ended
  }
}

/** Links calmock, msw and the programs that users run with npx, some of them replaced by stubs. */
async function linkPrograms(folder: string): Promise<void> {
  const modules = join(folder, 'node_modules')
  await mkdir(join(modules, '.bin'), { recursive: true })
  await mkdir(join(folder, '.programs'))
  await symlink(root, join(modules, 'calmock'))
  for (const name of ['msw', '@playwright', 'vite'])
    await symlink(join(root, 'node_modules', name), join(modules, name))
  await symlink(join(root, 'bin/calmock.js'), join(modules, '.bin/calmock'))
  for (const name of ['msw', 'vite'])
    await symlink(join(root, 'node_modules/.bin', name), join(modules, '.bin', name))
  for (const stub of await readdir(stubs)) {
    const name = stub.replace('.mjs', '')
    const isPackage = name === 'wrangler' || name === 'playwright'
    const bin = join(folder, isPackage ? 'node_modules/.bin' : '.programs', name)
    await symlink(join(stubs, stub), bin)
  }
}

/** A temporary project that runs the commands of a file of examples/commands/. */
export class CommandProject {
  readonly folder: string
  readonly #ports = new Map<string, number>()
  readonly #running = new Map<ChildProcess, Promise<unknown>>()

  readonly #variables: NodeJS.ProcessEnv

  private constructor(folder: string, variables: NodeJS.ProcessEnv) {
    this.folder = folder
    this.#variables = variables
  }

  /** Creates the project. The files in `examples/commands/<name>/` are copied into it. */
  static async create(name: string, variables: NodeJS.ProcessEnv = {}): Promise<CommandProject> {
    const folder = await mkdtemp(join(tmpdir(), 'calmock-commands-'))
    await linkPrograms(folder)
    await writeFile(join(folder, 'package.json'), '{"private":true,"type":"module"}')
    // curl fails for responses of 400 and above, and shows the headers
    await writeFile(join(folder, '.curlrc'), 'fail\nshow-error\ninclude\n')
    const files = join(root, 'examples/commands', name)
    if (existsSync(files)) await cp(files, folder, { recursive: true, dereference: true })
    return new CommandProject(folder, variables)
  }

  exists(path: string): boolean {
    return existsSync(join(this.folder, path))
  }

  /** Runs a command until it ends, or until it is ready if it is a server. Returns its output. */
  async run(command: string): Promise<string> {
    if (/^npx calmock(?! (?:export|import|init|routes))/.test(command)) await this.stop()
    const child = spawn('sh', ['-c', await this.#replacePorts(command)], {
      cwd: this.folder,
      env: await this.#createEnvironment(),
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
    this.#running.set(child, ended)
    let output = ''
    const ready = new Promise<void>((resolve) => {
      const read = (chunk: Buffer): void => {
        output += chunk
        if (READY.test(output)) resolve()
      }
      child.stdout.on('data', read)
      child.stderr.on('data', read)
    })
    const code = await Promise.race([ended, ready.then(() => 0)])
    if (code !== 0) throw new Error(`${command}\nended with ${code}:\n${output}`)
    return output
  }

  /** Ends the programs that run, as Ctrl+C does. */
  async stop(): Promise<void> {
    for (const [child, ended] of this.#running) {
      endGroup(child)
      await ended
    }
    this.#running.clear()
  }

  async remove(): Promise<void> {
    await this.stop()
    await rm(this.folder, { recursive: true })
  }

  /** Replaces each port by a free one, always the same. */
  async #replacePorts(command: string): Promise<string> {
    for (const [port] of command.matchAll(PORT)) await this.#findPort(port)
    return command.replace(PORT, (port) => String(this.#ports.get(port)))
  }

  async #findPort(port: string): Promise<number> {
    const free = this.#ports.get(port) ?? (await findFreePort())
    this.#ports.set(port, free)
    return free
  }

  async #createEnvironment(): Promise<NodeJS.ProcessEnv> {
    const { NODE_OPTIONS: _, ...env } = process.env
    return {
      ...env,
      PATH: `${join(this.folder, '.programs')}${delimiter}${env.PATH}`,
      HOME: this.folder,
      CALMOCK_PORT: String(await this.#findPort('4747')),
      npm_config_offline: 'true',
      ...this.#variables,
    }
  }
}
