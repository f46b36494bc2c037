import { readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { extname } from 'node:path'
import { node, root } from '../../packed.ts'

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
}

/** Builds the Storybook of a project into a folder. */
export async function buildStorybook(project: string, config: string, output: string) {
  const script = `${root}test/tools/node_modules/storybook/dist/bin/dispatcher.js`
  const args = ['build', '--disable-telemetry', '--config-dir', config, '--output-dir', output]
  const { code, stdout, stderr } = await node([script, ...args], project)
  if (code !== 0) throw new Error(stdout + stderr)
}

/** Creates a server of a built Storybook below the sub-path `/some/where/`, without an API. */
export const createStorybookServer = (output: string): Server =>
  createServer(async (request, response) => {
    const [, path = ''] = /^\/some\/where\/([^?]*)/.exec(request.url ?? '') ?? []
    const file = path && (await readFile(`${output}/${path}`).catch(() => undefined))
    response.statusCode = file ? 200 : 404
    response.setHeader('Content-Type', types[extname(path)] ?? 'application/octet-stream')
    response.end(file)
  })
