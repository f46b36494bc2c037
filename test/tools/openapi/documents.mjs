import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'

/** Flags of `calmock serve` by the name of the service, and the path of its documents. */
const services = {
  open: { flags: [], path: '/:site/cal/events/v1/doc' },
  protected: { flags: ['--auth', 'editor:secret'], path: '/:site/cal/events/v1/doc' },
  preset: {
    flags: ['--preset', 'the-events-calendar'],
    path: '/:site/wp-json/tribe/events/v1/doc',
  },
}

/** The documents of all sites of all services, and of their control routes. */
export const documents = Object.entries(services).flatMap(([service, { path }]) =>
  ['hi', 'de', 'zh-hans', 'control'].map((name) => ({
    name: `${service}-${name}`,
    service,
    path: name === 'control' ? '/__calmock/openapi' : path.replace(':site', name),
    file: `./generated/${service}-${name}.json`,
  })),
)

/** Starts each service and saves its documents. */
export async function saveDocuments() {
  await mkdir('generated', { recursive: true })
  for (const [service, { flags }] of Object.entries(services)) {
    const { server, url } = await startServer(flags)
    for (const { path, file } of documents.filter((document) => document.service === service)) {
      const response = await fetch(url + path)
      await writeFile(file, await response.text())
    }
    server.kill()
  }
}

export async function startServer(flags) {
  const program = ['node_modules/calmock/bin/calmock.js', 'serve']
  const args = [...program, '--port', '0', '--log-format', 'json', ...flags]
  const server = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const [ready] = await once(server.stdout, 'data')
  return { server, url: JSON.parse(ready).url }
}
