import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { before, test } from 'node:test'
import { documents, saveDocuments, startServer } from './documents.mjs'

const files = documents.map(({ file }) => file)

before(async () => {
  await rm('generated', { recursive: true, force: true })
  await saveDocuments()
})

/** Runs a program of a package. Its output is the message if it fails. */
async function runWith(env, program, ...args) {
  const stdio = ['ignore', 'pipe', 'pipe']
  const child = spawn(`node_modules/.bin/${program}`, args, {
    stdio,
    env: { ...process.env, ...env },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data) => {
      output += data
    })
  const [code] = await once(child, 'close')
  assert.equal(code, 0, output)
}

const run = (program, ...args) => runWith({}, program, ...args)

test('spectral finds no error and no warning in any document', () =>
  run('spectral', 'lint', ...files, '--ruleset', 'spectral.json', '--fail-severity', 'hint'))

test('redocly finds no error in any document', () => run('redocly', 'lint', ...files))

test('the code of openapi-typescript, openapi-ts, kubb and orval compiles', async () => {
  for (const { name, file } of documents) {
    await run('openapi-typescript', file, '--output', `generated/${name}/schema.d.ts`)
    await run('openapi-ts', '--input', file, '--output', `generated/${name}/client`)
  }
  const kubb = { DOCUMENT: 'generated/open-de.json', OUTPUT: 'generated/open-de/kubb' }
  await runWith(kubb, 'kubb', 'generate', '--config', 'kubb.config.mjs')
  await run('orval', '--config', 'orval.config.mjs')
  await run('tsc')
})

test('every request of a collection that Postman imports succeeds', async () => {
  const { server, url } = await startServer(['--sites', 'de'])
  const document = await (await fetch(`${url}/de/cal/events/v1/doc`)).text()
  await writeFile('generated/postman-source.json', document)
  const collection = 'generated/postman.json'
  const options = ['-O', 'parametersResolution=Example']
  await run(
    'openapi2postmanv2',
    '-s',
    'generated/postman-source.json',
    '-o',
    collection,
    ...options,
  )
  await run(
    'newman',
    'run',
    collection,
    '--reporters',
    'json',
    '--reporter-json-export',
    'generated/run.json',
  )
  server.kill()
  const { run: result } = JSON.parse(await readFile('generated/run.json', 'utf8'))
  const failed = result.executions.filter(({ response }) => !(response?.code < 400))
  assert.deepEqual(
    failed.map(({ item, response }) => `${item.name}: ${response?.code}`),
    [],
  )
  assert.equal(result.executions.length, 52)
})
