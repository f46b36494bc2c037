/** The floor: a bare `node:http` server that sends the responses in a JSON file, by method. */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const captured = JSON.parse(readFileSync(process.argv[2], 'utf8'))
for (const response of Object.values(captured)) response.body = Buffer.from(response.text)

const server = createServer((request, response) => {
  request.resume().on('end', () => {
    const { status, headers, body } = captured[request.method]
    response.writeHead(status, headers).end(body)
  })
})
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`))
