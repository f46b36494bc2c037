import { expect, test } from 'vitest'
import { findViolations } from '../browser/find-violations.ts'
import { useDashboard, waitForEvents } from './use-dashboard.ts'

const open = useDashboard()

test('a click on a scenario applies it at once, Undo takes it back, and several can be combined', async () => {
  const { page, mock } = await open({ path: '/#control' })
  const scenario = (name: string) => page.getByRole('button', { name: new RegExp(`^${name} `) })
  await scenario('empty').click()
  await page.getByText('The scenario is now empty.').waitFor()
  expect(mock.scenario).toBe('empty')
  expect(await scenario('empty').getAttribute('aria-pressed')).toBe('true')
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('The scenario is back as it was.').waitFor()
  expect(mock.scenario).toBe('city')
  await page.getByLabel('Combine scenarios').check()
  await scenario('today').click()
  await expect.poll(() => mock.scenario).toBe('city+today')
  expect(await findViolations(page)).toEqual([])
  await page.locator('.choice[aria-pressed=true]').nth(1).waitFor()
  await scenario('city').click()
  await expect.poll(() => mock.scenario).toBe('today')
  await page.getByText('The scenario is now today.').waitFor()
  await scenario('today').click() // no scenario is left
  expect(mock.scenario).toBe('today')
})

test('Undo takes back what its notice says, and the key u one change after another', async () => {
  const { page, mock, server } = await open({ path: '/#control' })
  const click = (name: string) => page.getByRole('button', { name, exact: true }).click()
  const isShown = (text: string) => page.getByRole('status').filter({ hasText: text }).waitFor()
  const { scenario } = mock
  const data = { name: 'Of an app' }
  const tags = `${server.url}/en/cal/events/v1/tags`
  const { id } = await (await page.request.post(tags, { data })).json()
  const findTag = async () => (await page.request.get(`${tags}/${id}`)).status()
  await click('Add fault')
  await isShown('Faults: 1')
  await click('Undo')
  await isShown('The list of faults is back as it was.')
  expect([mock.faults, await findTag()]).toEqual([[], 200])
  await click('+1 week')
  await isShown('The clock was set.')
  await page.getByRole('button', { name: /^empty / }).click()
  await isShown('The scenario is now empty.')
  await click('200 ms')
  await isShown('Delay: 200 ms')
  for (const name of ['delay', 'scenario', 'clock']) {
    await page.keyboard.press('u')
    await isShown(`The ${name} is back as it was.`)
  }
  const now = mock.clock.now().toISOString()
  expect([mock.delay, mock.scenario, now]).toEqual([0, scenario, '2030-01-07T12:00:00.000Z'])
  await page.keyboard.press('u') // the change of the app is the last that is left
  await isShown('The list of tags is back as it was.')
  expect(await findTag()).toBe(404)
})

test('a fault that is used up is marked after the request of an app, and no longer counted', async () => {
  const { page, mock, server } = await open({ path: '/#control' })
  mock.faults = ['GET /events 503 1x', '/tags 503']
  await page.reload()
  await page.getByRole('link', { name: 'Faults: 2' }).waitFor()
  await page.request.get(`${server.url}/en/cal/events/v1/events`)
  await page.getByRole('link', { name: 'Faults: 1' }).waitFor()
  const rules = page.getByRole('list', { name: 'Faults' }).getByRole('listitem')
  expect(await rules.allInnerTexts()).toEqual([
    expect.stringMatching(/^GET \/events 503 1x\s+used up\s+Remove$/),
    expect.not.stringContaining('used up'),
  ])
  expect(await findViolations(page)).toEqual([])
})

test('Undo of a setting keeps what an app has changed since', async () => {
  const { page, mock, server } = await open({ path: '/#control' })
  await page.getByRole('button', { name: 'Add fault' }).click()
  const undo = page.getByRole('button', { name: 'Undo' })
  await undo.waitFor()
  const data = { title: 'Renamed' }
  await page.request.patch(`${server.url}/en/cal/events/v1/events/102`, { data })
  await undo.click()
  await page.getByText('Something else has changed since').waitFor()
  expect(mock.faults).toHaveLength(1)
  await page.keyboard.press('u')
  await page.getByText('The event “Blue Hour: A Night of Jazz” is back as it was.').waitFor()
})

test('each part of the state in the header leads to its own card, which gets the focus', async () => {
  const options = { fault: '/tags 503', delay: '200' } as const
  const { page } = await open({ options, context: { viewport: { width: 800, height: 600 } } })
  await waitForEvents(page)
  for (const [chip, title] of [
    ['Faults: 1', 'Faults'],
    ['city', 'Scenario'],
    ['Delay: 200 ms', 'Delay'],
    [/UTC$/, 'Clock'],
  ] as const) {
    await page.locator('.top').getByRole('link', { name: chip }).click()
    const card = page.getByRole('region', { name: title, exact: true })
    await expect.poll(() => card.evaluate((node) => node === document.activeElement)).toBe(true)
    const { y = -1 } = (await card.boundingBox()) ?? {}
    expect(y).toBeLessThan(500)
    expect(await findViolations(page)).toEqual([])
  }
})

test('a range of delays may be typed in either order', async () => {
  const { page, mock } = await open({ path: '/#control/delay' })
  await page.getByLabel('From (ms)').fill('900')
  await page.getByLabel('To (ms)').fill('300')
  await page.locator('form', { hasText: 'From (ms)' }).getByRole('button').click()
  await expect.poll(() => mock.delay).toBe('300-900')
})

test('the dialog scrolls to the venues to choose from', async () => {
  const { page } = await open({ context: { viewport: { width: 1280, height: 700 } } })
  await page.getByRole('button', { name: 'New event' }).click()
  await page.locator('#field-venue').fill('hall')
  const list = page.locator('dialog [role=listbox]', { hasText: 'Hall' })
  await list.waitFor()
  const readGap = async () => {
    const boxes = await Promise.all(
      [page.locator('dialog'), list].map((part) => part.boundingBox()),
    )
    const [dialog = 0, options = 0] = boxes.map((box) => (box ? box.y + box.height : 0))
    return dialog - options
  }
  await expect.poll(readGap).toBeGreaterThanOrEqual(0)
})
