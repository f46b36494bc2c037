import { type IncomingHttpHeaders, request } from 'node:http'

/** A response in its raw form. */
export interface Raw {
  readonly status: number | undefined
  readonly headers: IncomingHttpHeaders
  /** Names and values in turn, in the case they were sent in. */
  readonly lines: readonly string[]
  readonly text: string
}

/** Asks a port of this machine for a path that is sent as it is, under any host and with any method. */
export function raw(
  port: number,
  path: string,
  { method = 'GET', ...headers }: Readonly<Record<string, string>> = {},
): Promise<Raw> {
  return new Promise((resolve, reject) => {
    const sent = { host: 'localhost', ...headers }
    request({ port, host: '127.0.0.1', method, path, headers: sent }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (part) => {
        text += part
      })
      response.on('end', () => {
        const { statusCode: status, headers, rawHeaders: lines } = response
        resolve({ status, headers, lines, text })
      })
    })
      .on('error', reject)
      .end()
  })
}
