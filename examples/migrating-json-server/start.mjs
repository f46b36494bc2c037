import { spawn } from 'node:child_process'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

const programs = {
  0: 'node_modules/json-server/lib/cli/bin.js',
  1: 'node_modules/json-server-1/lib/bin.js',
}

/** Starts a version of json-server with a copy of a file, because json-server writes to the file. */
export async function startJsonServer(file, version = 0) {
  const folder = await mkdtemp(join(tmpdir(), 'json-server-'))
  const copy = join(folder, 'db.json')
  await copyFile(file, copy)
  const { url, stop } = await start([programs[version], copy])
  const stopAndRemove = () => {
    stop()
    return rm(folder, { recursive: true })
  }
  return { url, stop: stopAndRemove }
}

/** Starts `calmock serve` with flags. */
export const startCalmock = (flags) => start(['node_modules/calmock/bin/calmock.js', ...flags])

/** Starts the dev server, with the addresses of the other servers in variables. */
export const startVite = (variables) => start(['node_modules/vite/bin/vite.js'], variables)

async function start(args, variables) {
  const port = await findPort()
  const env = { ...process.env, ...variables }
  const child = spawn(process.execPath, [...args, '--port', port], { stdio: 'ignore', env })
  const url = `http://localhost:${port}`
  while (!(await fetch(url).catch(() => undefined))) {
    if (child.exitCode !== null) throw new Error(`${args[0]} stopped with ${child.exitCode}`)
    await setTimeout(50)
  }
  return { url, stop: () => child.kill() }
}

/** Returns a free port. */
function findPort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}
