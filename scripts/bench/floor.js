/**
 * The floor: a bare `node:http` server that sends what it was given. Reads a file of captured
 * answers, `[{ url, status, headers, body }]` with bodies in Base64; an address that is not among
 * them is looked up without its query. Prints where it listens.
 */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const captured = JSON.parse(readFileSync(process.argv[2], 'utf8'))
const answers = new Map(
  captured.map(({ url, body, ...head }) => [url, { ...head, body: Buffer.from(body, 'base64') }]),
)

const server = createServer((request, response) => {
  const { url, method } = request
  const answer = answers.get(url) ?? answers.get(url.slice(0, url.indexOf('?')))
  if (method !== 'POST') return send(response, answer)
  const parts = []
  request.on('data', (part) => parts.push(part))
  request.on('end', () => send(response, answer))
})

function send(response, { status, headers, body }) {
  response.writeHead(status, headers)
  response.end(body)
}

server.listen(0, '127.0.0.1', () => {
  console.log(`floor ready on http://127.0.0.1:${server.address().port}`)
})
