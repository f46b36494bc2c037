import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Command, Option } from 'commander'
import { createClock } from '../options/clock.ts'
import { defaults, type Options } from '../options/options.ts'
import { exportWorld } from './export-world.ts'
import { readVariables, type WorldFlags, worldFlags } from './flags.ts'
import { type ExportFormat, exportFormats, formatPart } from './formats.ts'
import { Failure, type Io, UsageError } from './io.ts'
import { loadScenario } from './load-scenario.ts'

interface ExportFlags extends WorldFlags {
  readonly format?: ExportFormat
  readonly force?: true
}

/** `calmock export`: a folder for any static server, or one part of the mock for another tool. */
export function exportCommand(io: Io): Command {
  const command = new Command('export')
    .description('write the mock as a folder for static servers, or one part of it')
    .argument('[dir]', 'folder to write; a format without one goes to stdout')
    .allowExcessArguments(false)
  const now = new Option(
    '--now <today|real|instant>',
    'the clock of the mock; today is the day on which a page loads it',
  )
  const flags = worldFlags().map((option) => (option.attributeName() === 'now' ? now : option))
  for (const option of flags) command.addOption(option)
  return command
    .addOption(
      new Option('--base-url <url>', 'where the service stands, for its pages').default(''),
    )
    .addOption(new Option('--format <format>', 'one part').choices(Object.keys(exportFormats)))
    .addOption(new Option('--force', 'write into a folder that is not empty'))
    .hook('preAction', () => readVariables(command, io.env))
    .action(async (dir: string | undefined, given: ExportFlags) => {
      const { format, force, ...world } = given
      const options = { ...world, scenario: await loadScenario(world.scenario) }
      if (format) await writePart(format, dir, options, { io, force })
      else if (dir) await writeFolder(dir, options, { io, force })
      else
        throw new UsageError(
          'export needs a folder, such as calmock export public/mock, or --format',
        )
    })
}

interface WriteOptions {
  readonly io: Io
  readonly force: true | undefined
}

/** The instant a recording stands around: one that was given, else always the same, whatever the day. */
function chooseAnchor({ now = 'today' }: Options): Date {
  const isDay = now === 'today' || now === 'real'
  return createClock(isDay ? defaults.now : now, Date.now).now()
}

async function writeFolder(
  dir: string,
  options: Options,
  { io, force }: WriteOptions,
): Promise<void> {
  await requireEmpty(dir, force)
  const world = exportWorld(options, chooseAnchor(options), createProgress(io))
  const files = [
    ...world.languages.map(([code, told]) => [`world.${code}.json`, told] as const),
    ['world.json', world.recording] as const,
  ]
  await reportWriteErrors(dir, async () => {
    await mkdir(dir, { recursive: true })
    for (const [name, content] of files) await writeFile(join(dir, name), JSON.stringify(content))
    const page = fileURLToPath(io.page)
    for (const name of await readdir(page)) await copyFile(join(page, name), join(dir, name))
  })
  io.stderr.write(
    `calmock: ${dir} is ready for any static server; ${join(dir, 'index.html')} shows it\n`,
  )
}

async function writePart(
  format: ExportFormat,
  dir: string | undefined,
  options: Options,
  { io, force }: WriteOptions,
) {
  const text = await formatPart(format, options, chooseAnchor(options))
  if (dir === undefined) return void io.stdout.write(text)
  await requireEmpty(dir, force)
  await reportWriteErrors(dir, async () => {
    await mkdir(dir, { recursive: true })
    await writeFile(join(dir, exportFormats[format]), text)
  })
}

async function requireEmpty(dir: string, force: true | undefined): Promise<void> {
  if (force) return
  const names = await readdir(dir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw new Failure(error.code === 'ENOTDIR' ? `${dir} is no folder` : error.message)
  })
  if (names.length > 0)
    throw new Failure(`${dir} is not empty; choose another folder, or --force to write into it`)
}

/** Tells in one line what the systemNow refuses: no space, no right. */
async function reportWriteErrors(dir: string, write: () => Promise<void>): Promise<void> {
  await write().catch((error: NodeJS.ErrnoException) => {
    if (!error.code) throw error
    throw new Failure(`${dir} cannot be written: ${error.message}`)
  })
}

/** Shows on a terminal which language is being planted. */
function createProgress({ stderr }: Io): (language: string) => void {
  return (language) => {
    if (stderr.isTTY) stderr.write(`calmock: planting ${language}\n`)
  }
}
