import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname } from 'node:path'

const contentTypes: Readonly<Record<string, string>> = {
  ...{ '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.txt': 'text/plain' },
  ...{ '.json': 'application/json', '.svg': 'image/svg+xml', '.png': 'image/png' },
  ...{ '.webp': 'image/webp' },
}

/** A static server. Its URL has no slash at its end. */
export interface FileServer {
  readonly url: string
  close(): Promise<void>
}

/**
 * Serves what `read` returns for a path without its first slash (`index.html` for a folder), as any static
 * server does. A file without content is missing; then the response has what `readMissing` returns.
 */
export async function serveFiles(
  read: (name: string) => Promise<string | Uint8Array | undefined>,
  readMissing = async (): Promise<string | Uint8Array> => 'nothing here',
): Promise<FileServer> {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://localhost')
    const name = pathname.slice(1) + (pathname.endsWith('/') ? 'index.html' : '')
    const file = await read(name).catch(() => undefined)
    const type = contentTypes[file ? extname(name) : '.html'] ?? 'application/octet-stream'
    response.writeHead(file ? 200 : 404, { 'Content-Type': `${type}; charset=utf-8` })
    response.end(file || (await readMissing()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // a listening server has an address
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
