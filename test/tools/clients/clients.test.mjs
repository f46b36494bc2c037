import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'

let server
let url = ''
let calls = {}

const run = (program, ...args) => {
  const { status, stdout, stderr } = spawnSync(`node_modules/.bin/${program}`, args)
  assert.equal(status, 0, `${program}: ${stdout}${stderr}`)
}

const base = () => `${url}/wp-json/tribe/events/v1`

before(async () => {
  await rm('generated', { recursive: true, force: true })
  await mkdir('generated')
  const flags = ['--preset', 'the-events-calendar', '--sites', 'en', '--port', '0']
  const args = ['node_modules/calmock/bin/calmock.js', ...flags, '--log-format', 'json']
  server = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const [ready] = await once(server.stdout, 'data')
  url = JSON.parse(ready).url
  const file = './generated/document.json'
  await writeFile(file, await (await fetch(`${base()}/doc`)).text())
  run('openapi-typescript', file, '--enum', '--output', 'generated/schema.ts')
  run(
    'swagger-typescript-api',
    'generate',
    '--path',
    file,
    '-o',
    'generated/swagger',
    '-n',
    'api.ts',
  )
  run('openapi-ts', '--input', file, '--output', 'generated/hey')
  const output = { target: './orval.ts', client: 'fetch', baseUrl: base() }
  const config = JSON.stringify({ api: { input: './document.json', output } })
  await writeFile('generated/orval.config.mjs', `export default ${config}`)
  run('orval', '--config', 'generated/orval.config.mjs')
  run('openapi-zod-client', file, '--output', 'generated/zodios.ts')
})

after(() => server.kill())

test('the code of all generators compiles, also with enumerations', async () => {
  run('tsc')
  calls = (await import('./calls.ts')).calls
})

/** The last value of a repeated name is all that the service reads. */
const both = 'jazz,theatre'
const expected = [
  ['openapi-fetch', 'categories=jazz&categories=theatre', 'theatre'],
  ['openapi-fetch with commas', 'categories=jazz,theatre', both],
  ['swagger-typescript-api', 'categories=jazz&categories=theatre', 'theatre'],
  ['swagger-typescript-api with commas', 'categories=jazz,theatre', both],
  ['orval', 'categories=jazz,theatre', both],
  ['@hey-api/openapi-ts', 'categories=jazz,theatre', both],
  ['openapi-zod-client', 'categories[]=jazz&categories[]=theatre', both],
]

for (const [name, query, read] of expected)
  test(`${name} sends ${query}, which means ${read}`, async () => {
    const { total } = await (await fetch(`${base()}/events?categories=${read}`)).json()
    const result = await calls[name](base())
    const { requests } = await (await fetch(`${url}/__calmock/requests`)).json()
    const sent = requests[0].url.split('?')[1]
    assert.deepEqual([decodeURIComponent(sent), result?.total], [query, total])
  })
