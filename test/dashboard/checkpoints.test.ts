import { deflateRawSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createStateLink, readState } from '../../src/dashboard/control/state-link.ts'
import { findViolations } from '../browser/find-violations.ts'
import { createTestMock, NOW } from '../call.ts'
import { openView, useDashboard } from './use-dashboard.ts'

const open = useDashboard()

const toFragment = (json: string): string =>
  `#state=${deflateRawSync(json, { level: 9 }).toString('base64url')}`

test('a link has the whole state of a world in its fragment, in base64url', async () => {
  const mock = createTestMock({ now: NOW })
  mock.db.tag.create({ id: 9999, language: 'ar', slug: 'a', name: 'وسم 🎷 +/?', group: 9999 })
  const link = await createStateLink('http://a.test/~b/?site=ar#control', mock.snapshot())
  expect(link).toMatch(/^http:\/\/a\.test\/~b\/\?site=ar#state=[\w-]+$/)
  expect(await readState(new URL(link).hash)).toEqual(mock.snapshot())
})

test('a state whose link would be longer than 32,000 characters is rejected', async () => {
  const noise = Array.from({ length: 5000 }, (_, n) => Math.sin(n))
  await expect(createStateLink('http://a.test/', { noise })).rejects.toThrow('too large for a link')
})

test.each([
  ['is too long', `#state=${'A'.repeat(32_000)}`],
  ['is no base64url', '#state=%00'],
  ['is not compressed', `#state=${Buffer.from('{"seed":1}').toString('base64url')}`],
  ['is cut', toFragment(JSON.stringify({ a: 'abcdefgh'.repeat(9) })).slice(0, -4)],
  ['is no JSON', toFragment('{"seed":')],
  ['is empty', '#state='],
  ['grows to more than a megabyte', toFragment(JSON.stringify('x'.repeat(1_000_001)))],
  ['is nested too deep', toFragment(`${'['.repeat(65)}${']'.repeat(65)}`)],
])('a fragment that %s is rejected', async (_, fragment) => {
  await expect(readState(fragment)).rejects.toThrow('is damaged or too large')
})

/** Opens a link in a page, and answers its question. */
async function follow(page: Page, url: string, answer: 'accept' | 'dismiss'): Promise<void> {
  page.once('dialog', (dialog) => dialog[answer]())
  const asked = page.waitForEvent('dialog')
  await page.goto('about:blank')
  await page.goto(url)
  expect((await asked).message()).toContain('new world')
}

test('checkpoints are saved, restored, undone and removed, and a link opens in a new world after a question', async () => {
  const opened = await open({
    path: '/#control',
    context: { permissions: ['clipboard-read', 'clipboard-write'] },
  })
  const { page, mock, server } = opened
  const click = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const { scenario } = mock
  await page.getByLabel('Name', { exact: true }).fill('before / after')
  await page.getByLabel('Name', { exact: true }).press('Enter')
  await page.getByRole('button', { name: 'Restore checkpoint before / after' }).waitFor()
  mock.setScenario('one')
  await page.getByRole('button', { name: 'Restore checkpoint before / after' }).click()
  await expect.poll(() => mock.scenario).toBe(scenario)
  await click('Undo')
  await expect.poll(() => mock.scenario).toBe('one')

  await click('Copy link')
  const link = await page.getByLabel('Link', { exact: true }).inputValue()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link)
  expect(await findViolations(page)).toEqual([])
  await page.setViewportSize({ width: 360, height: 800 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
  await page.setViewportSize({ width: 1280, height: 900 })
  mock.reset()

  await follow(page, link, 'dismiss')
  expect([mock.worlds, page.url()]).toEqual([['default'], `${server.url}/?site=en#calendar`])
  await follow(page, link, 'accept')
  await expect.poll(() => page.url()).toContain('/~world-1/')
  expect([mock.world('world-1').scenario, mock.scenario]).toEqual(['one', scenario])

  const hostile = { ...mock.snapshot(), records: JSON.parse('{"__proto__": {"1": {"a": 1}}}') }
  await follow(page, `${server.url}/${toFragment(JSON.stringify(hostile))}`, 'accept')
  await page.getByText('invalid snapshot: records', { exact: false }).waitFor()
  expect(mock.worlds).toEqual(['default', 'world-1'])

  await openView(opened, 'control')
  await page.getByRole('button', { name: 'Remove checkpoint before / after' }).press('Enter')
  await expect.poll(() => page.getByRole('list', { name: 'Checkpoints' }).innerText()).toBe('')
}, 180_000)
