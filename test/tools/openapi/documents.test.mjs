import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { before, test } from 'node:test'
import { documents, saveDocuments } from './documents.mjs'

const files = documents.map(({ file }) => file)

before(async () => {
  await rm('generated', { recursive: true, force: true })
  await saveDocuments()
})

/** Runs a program of a package. Its output is the message if it fails. */
async function run(program, ...args) {
  const child = spawn(`node_modules/.bin/${program}`, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data) => {
      output += data
    })
  const [code] = await once(child, 'close')
  assert.equal(code, 0, output)
}

test('spectral finds no error and no warning in any document', () =>
  run('spectral', 'lint', ...files, '--ruleset', 'spectral.json', '--fail-severity', 'hint'))

test('redocly finds no error in any document', () => run('redocly', 'lint', ...files))

test('the code of openapi-typescript, openapi-ts and orval compiles', async () => {
  for (const { name, file } of documents) {
    await run('openapi-typescript', file, '--output', `generated/${name}/schema.d.ts`)
    await run('openapi-ts', '--input', file, '--output', `generated/${name}/client`)
  }
  await run('orval', '--config', 'orval.config.mjs')
  await run('tsc')
})
