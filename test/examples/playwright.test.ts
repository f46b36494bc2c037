import { expect, test } from 'vitest'
import { runPlaywright } from '../browser/run-playwright.ts'
import { findFreePort } from '../free-port.ts'

const root = new URL('../..', import.meta.url).pathname

const titles = [
  'the calendar lists the events of today in Hindi',
  'the calendar is empty one day later',
  'the calendar shows an error until the service is available again',
  'a page that adds चाय does not show कॉफ़ी',
  'a page that adds कॉफ़ी does not show चाय',
]

const networkTitles = [
  'the calendar recovers from an error',
  'an event is sent once',
  'a request that never ends does not block the test',
  'fetch fails with the fault offline',
  'fetch fails with the fault drop',
  'fetch fails with the fault truncate',
  'the first test starts with the faults of the file',
  'the second test starts with the faults of the file',
  'the third page of the list fails one time in three, at 23:59 on New Year’s Eve',
]

test('the Playwright examples pass', async () => {
  const { output, ...run } = await runPlaywright('examples/playwright')
  const passed = [...titles, ...networkTitles]
  expect(run, output).toEqual({ code: 0, passed, failed: [] })
}, 120_000)

test('the Playwright example fails with a scenario of other records', async () => {
  const use = { calmockOptions: { scenario: 'empty' } }
  const { output, ...run } = await runPlaywright('examples/playwright', {
    ...{ use, expect: { timeout: 1000 }, testMatch: 'calendar.spec.ts' },
  })
  expect(run, output).toEqual({ code: 1, passed: titles.slice(3), failed: titles.slice(0, 3) })
}, 60_000)

/** Returns the servers of an example and its options for tests, with free ports instead of the given ones. */
async function useFreePorts(folder: string, ports: readonly string[]) {
  const { default: config } = await import(`${root}${folder}/playwright.config.ts`)
  let text = JSON.stringify({ servers: [config.webServer].flat(), use: config.use })
  for (const port of ports) text = text.replaceAll(port, String(await findFreePort()))
  const { servers, use } = JSON.parse(text)
  const cwd = `${root}examples/playwright-vite`
  return { webServer: servers.map((server: object) => ({ ...server, cwd })), use }
}

test('the Playwright tests of an app pass, among them forty that write, in four workers', async () => {
  const folder = 'examples/playwright-vite'
  const ports = await useFreePorts(folder, ['5827'])
  const pictures = {
    updateSnapshots: 'all',
    snapshotPathTemplate: `${root}node_modules/.cache/calmock/pictures/{arg}{ext}`,
  }
  const { output, ...run } = await runPlaywright(folder, { ...ports, ...pictures, workers: 4 })
  expect({ ...run, passed: run.passed.length }, output).toEqual({ code: 0, passed: 63, failed: [] })
}, 180_000)

test('the Playwright tests with calmock as a server pass', async () => {
  const folder = 'examples/playwright-server'
  const { output, ...run } = await runPlaywright(
    folder,
    await useFreePorts(folder, ['5827', '4747']),
  )
  expect({ ...run, passed: run.passed.length }, output).toEqual({ code: 0, passed: 8, failed: [] })
}, 120_000)
