/** A link of the dashboard with the state of a world, opened on a page of the documents. */
import { createCalmock } from 'calmock'
import { expect, test } from 'vitest'
import { createStateLink } from '../../src/dashboard/control/state-link.ts'
import { readParts, run } from './live-page.ts'
import { useSite } from './use-site.ts'

const { openTab } = useSite()

async function createHash(): Promise<string> {
  const mock = createCalmock({ sites: ['en'], seed: 7, events: 30, scenario: 'one' })
  const url = 'http://any/en/cal/events/v1/events'
  const body = JSON.stringify({
    title: 'Only in the link',
    ...{ start_date: '2030-01-08 10:00', end_date: '2030-01-08 11:00' },
  })
  await mock.fetch(url, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })
  return new URL(await createStateLink('http://any/', mock.snapshot())).hash
}

test('the requests run with the state of a link, until it is removed', async () => {
  const { page, open, problems } = await openTab()
  const questions: string[] = []
  page.on('dialog', (dialog) => {
    questions.push(dialog.message())
    return dialog.accept()
  })
  await open(`index.html${await createHash()}`)
  expect(new URL(page.url()).hash).toBe('')
  const request = page.locator('.live-request').first()
  await run(request)
  expect((await readParts(request)).body).toContain('Only in the link')
  await page.getByRole('button', { name: 'Remove it' }).first().click()
  await run(request)
  expect((await readParts(request)).body).not.toContain('Only in the link')
  await page.goto('about:blank')
  await open('index.html#state=broken')
  expect(questions).toEqual([
    ...Array(2).fill('Run the requests of these pages with the state in this link?'),
    'The state in this link is damaged or too large.',
  ])
  expect(problems).toEqual([])
})

test('a state that is no snapshot is named in place of an answer', async () => {
  const { page, open } = await openTab()
  page.on('dialog', (dialog) => dialog.accept())
  await open(`index.html${new URL(await createStateLink('http://any/', { seed: 7 })).hash}`)
  const request = page.locator('.live-request').first()
  await run(request)
  await request.getByText(/The state in the link: /).waitFor()
})
