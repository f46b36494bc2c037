import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { findViolations } from '../browser/find-violations.ts'
import { useDashboard } from './use-dashboard.ts'

const open = useDashboard()
const auth = ['admin:word', 'helper:word:contributor']
const path = '/#records/tags/new'

/** Creates a tag with the form of the page. */
async function createTag(page: Page, name: string): Promise<void> {
  await page.goto(`${page.url().split('#')[0]}#records/tags/new`)
  await page.locator('#field-name').fill(name)
  await page.getByRole('button', { name: 'Create' }).click()
}

async function actAs(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Acts as/ }).click()
  await page.getByRole('combobox', { name: 'Acts as' }).selectOption(name)
  await page.keyboard.press('Escape')
}

test('of a mock with users, the dashboard writes as an administrator, undoes it, and acts as others', async () => {
  const { page, mock } = await open({ options: { auth }, path })
  await page.getByRole('button', { name: 'Acts as: admin' }).waitFor()
  const count = () => mock.db.tag.findMany({ where: { name: { equals: 'Loud' } } }).length
  await createTag(page, 'Loud')
  await expect.poll(count).toBe(1)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(count).toBe(0)

  await actAs(page, '')
  await page.getByText('You act as a visitor.').waitFor()
  expect(await findViolations(page)).toEqual([])
  await createTag(page, 'Loud')
  await page.getByText('Only authenticated users can write').first().waitFor()
  page.on('dialog', (dialog) => dialog.accept())
  await page.reload()
  await page.getByRole('button', { name: 'Acts as: visitor' }).waitFor()
  await actAs(page, 'helper')
  await page.getByRole('button', { name: 'Acts as: helper' }).waitFor()
  await createTag(page, 'Loud')
  await page.getByText('does not permit this write').first().waitFor()
  expect(count()).toBe(0)
})

test('the API reference acts as the chosen user, and statuses that visitors do not see are shown', async () => {
  const { page } = await open({ options: { auth, sites: ['en'] }, path: '/#reference' })
  const server = () => page.locator('openapi-explorer').getAttribute('server-url')
  await expect.poll(server).toContain('/__calmock/as/admin/en/')
  await actAs(page, 'helper')
  await expect.poll(server).toContain('/__calmock/as/helper/en/')

  await page.goto(`${page.url().split('#')[0]}#records/events/new`)
  await page.locator('#field-title').fill('Mine')
  await page.locator('#field-start_date').fill('2030-01-08T19:00')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByText('“Mine” was saved with the status draft.').waitFor()
  await page.locator('h2 .chip', { hasText: 'draft' }).waitFor()
  await actAs(page, '')
  await page.getByText('is not published').waitFor()
})

test('of a mock with a token, the dashboard acts as a user once it has the token', async () => {
  const { page, mock } = await open({ options: { auth, token: 's3cret' }, path })
  await page.getByLabel('Token').fill('s3cret')
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByRole('button', { name: 'Acts as: admin' }).waitFor()
  await createTag(page, 'Loud')
  await expect
    .poll(() => mock.db.tag.findMany({ where: { name: { equals: 'Loud' } } }).length)
    .toBe(1)
})

test('a mock without users has no menu of users', async () => {
  const { page } = await open()
  expect(await page.getByRole('button', { name: /^Acts as/ }).count()).toBe(0)
})
