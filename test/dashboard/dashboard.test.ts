import type { Locator, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { readFaultWords } from '../../src/dashboard/palette.tsx'
import { faultNames } from '../../src/faults/fault-kind.ts'
import { findViolations } from '../browser/find-violations.ts'
import {
  choose,
  openView,
  useDashboard,
  viewContents,
  waitForEvents,
  waitForPage,
} from './use-dashboard.ts'

const open = useDashboard()

const fill = (page: Page, name: string, value: string) => page.locator(`#field-${name}`).fill(value)

/** Creates a linked record in the picker of a field. */
async function create(page: Page, field: string, name: string): Promise<void> {
  await fill(page, field, name)
  await page.getByRole('option', { name: `Create “${name}”` }).click()
}

const click = (page: Page | Locator, name: string) =>
  page.getByRole('button', { name, exact: true }).click()

/** Waits until an element has the focus. The page gives it after it has shown the element. */
const hasFocus = (element: Locator) =>
  expect.poll(() => element.evaluate((node) => node === document.activeElement)).toBe(true)

/** Polls the text of an element. */
const expectText = (element: Locator) => expect.poll(() => element.innerText())

/** Waits until a page is as wide as the screen, so that nothing scrolls to the side. */
const expectToFit = (page: Page, name: string) =>
  expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth), {
      message: name,
    })
    .toBe(0)

const phone = { viewport: { width: 360, height: 740 } }

describe('the calendar', () => {
  test('it shows the events of the month in the chosen language', async () => {
    const { page } = await open()
    await expectText(page.locator('.pane')).toContain('Blue Hour')
    await choose(page, 'Record language', 'de')
    await expectText(page.locator('.pane')).toContain('Blaue Stunde')
    await choose(page, 'Record language', 'ar')
    await page.locator('.calendar[dir=rtl]').waitFor()
    await expectText(page.locator('.pane')).toMatch(/\p{Script=Arabic}{4}/u)
  })

  test('it shows all events of a month with more than one page, and past ones', async () => {
    const { page, mock, server } = await open({ options: { scenario: 'huge' } })
    await click(page, 'Previous')
    const count = async () => {
      const text = await page.locator('.count').innerText()
      return Number(/\d+/.exec(text)?.[0] ?? 0)
    }
    await expect.poll(count, { timeout: 60_000 }).toBeGreaterThan(60) // a large world
    const query =
      'ends_after=2029-11-26+00:00:00&starts_before=2030-01-07&per_page=1&strict_dates=true'
    const response = await mock.fetch(`${server.url}/en/cal/events/v1/events?${query}`)
    const { total } = await response.json()
    const difference = async () => Math.abs((await count()) - total)
    await expect.poll(difference).toBeLessThan(15) // the edges of the range are days
  })

  test('a month shows what is on today next to the shows that last for weeks', async () => {
    const { page } = await open()
    for (const title of ['Piano for Four Hands', 'Blue Hour', 'Late Beethoven Quartets'])
      await page.locator('.ec-day-grid .event', { hasText: title }).waitFor()
  })

  test('a full day shows what fits, and a link to the rest', async () => {
    const { page } = await open({ options: { scenario: 'today' } })
    await page.getByText(/^\+\d+ more$/).click()
    const more = page.locator('.ec-popup')
    await expect.poll(() => more.locator('.event').count()).toBe(60)
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(920)
  })

  test('an empty month leads to the next event, and a failed one to another try', async () => {
    const { page } = await open({ options: { scenario: 'year-end' } })
    const note = page.locator('.pane-note')
    await expectText(note).toMatch(/^No events in January 2030. Next: .+ 31 December 2030$/)
    await note.getByRole('button').click()
    await waitForEvents(page)
    await page.route('**/events?*', (route) => route.abort())
    await click(page, 'Next')
    const retry = page.getByRole('button', { name: 'Retry' })
    await retry.waitFor()
    await page.unroute('**/events?*')
    await retry.click()
    await page.locator('.count[data-state=ready]').waitFor()
  })

  test('a phone shows times, whole or with an ellipsis, in targets of 24 pixels', async () => {
    const { page } = await open({ context: { viewport: { width: 375, height: 812 } } })
    await waitForEvents(page)
    const jazz = page.locator('.ec-list .event', { hasText: 'Blue Hour' })
    expect(await jazz.locator('.time').innerText()).toMatch(/20:00/)
    const style = (name: string) =>
      page
        .locator('.event .title')
        .first()
        .evaluate((node, key) => getComputedStyle(node).getPropertyValue(key), name)
    expect(await style('text-overflow')).toBe('ellipsis')
    for (const [mode, view] of [
      ['Agenda', '.ec-list'],
      ['Month', '.ec-day-grid'],
    ] as const) {
      await click(page, mode)
      await page.locator(`${view} .event`).first().waitFor()
      const readSmallest = () =>
        page
          .locator('.pane button')
          .evaluateAll((all) => Math.min(...all.map((node) => node.getBoundingClientRect().height)))
      await expect.poll(readSmallest).toBeGreaterThanOrEqual(24) // a button that just left the page has no height
    }
  })

  test('two languages are next to each other, with the same dates', async () => {
    const { page } = await open()
    await page.getByLabel('Second language').selectOption('hi')
    const panes = page.locator('.pane')
    await expectText(panes.nth(1)).toMatch(/\p{Script=Devanagari}{3}/u)
    await waitForEvents(page)
    const titles = (n: number) => panes.nth(n).locator('.ec-event').count()
    // one event of the month has no translation
    await expect.poll(async () => Math.abs((await titles(0)) - (await titles(1)))).toBeLessThan(2)
    const tops = () => panes.evaluateAll((all) => all.map((pane) => pane.getBoundingClientRect().y))
    await expect.poll(async () => new Set(await tops()).size).toBe(1)
    expect(await panes.count()).toBe(2)
    await click(page, 'Agenda')
    await expect.poll(() => page.locator('.ec-list').count()).toBe(2)
  })

  test('an event opens with its facts and links, by keyboard alone', async () => {
    const { page } = await open()
    await waitForEvents(page)
    const event = page.locator('.event').first()
    await event.press('Enter')
    const dialog = page.getByRole('dialog')
    await expectText(dialog).toMatch(/When[\s\S]*Venue[\s\S]*Organizer/)
    const link = await dialog.getByRole('link', { name: 'JSON' }).getAttribute('href')
    expect((await page.request.get(link ?? '')).status()).toBe(200)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await hasFocus(event)
  })

  test('an event that an app adds appears without a reload', async () => {
    const { page, server } = await open({ path: '/#requests' })
    await page.locator('.feed-state.live').waitFor() // the page follows the log from now on
    await page.getByRole('link', { name: 'Calendar' }).click()
    await waitForEvents(page)
    await page.request.post(`${server.url}/en/cal/events/v1/events`, {
      data: {
        title: 'Added by an app',
        start_date: '2030-01-09 10:00',
        end_date: '2030-01-09 11:00',
      },
    })
    await page.getByText('Added by an app').first().waitFor()
  })

  test('a click on an empty day creates an event there, without a way to other views', async () => {
    const { page, server } = await open({ options: { scenario: 'one' } })
    await waitForEvents(page)
    await page.evaluate(() => {
      const type = () => {
        const title = document.querySelector<HTMLInputElement>('#field-title')
        if (!title) return
        observer.disconnect()
        title.value = 'Clicked' // before the page has drawn the form
        title.dispatchEvent(new InputEvent('input', { bubbles: true }))
      }
      const observer = new MutationObserver(type)
      observer.observe(document.body, { childList: true, subtree: true })
    })
    await page.locator('.ec-day:has(time[datetime="2030-01-16"])').click()
    const form = page.getByRole('dialog', { name: 'New event' })
    await form.waitFor()
    expect(await page.locator('#field-start_date').inputValue()).toBe('2030-01-16T19:00')
    expect(await findViolations(page)).toEqual([])
    await click(form, 'Create')
    await form.waitFor({ state: 'detached' })
    await page.locator('.event', { hasText: 'Clicked' }).waitFor()
    const list = await page.request.get(`${server.url}/en/cal/events/v1/events?search=Clicked`)
    expect((await list.json()).events[0].end_date).toBe('2030-01-16 21:00:00')
  })

  test.each([undefined, 'the-events-calendar'] as const)(
    'with the preset %s (18.4b), an event that is dragged to another day moves in all languages, and changes nothing else',
    async (preset) => {
      const { page, server } = await open({
        options: { ...(preset && { preset }), scenario: 'one' },
      })
      const base = preset ? '/en/wp-json/tribe/events/v1' : '/en/cal/events/v1'
      const read = async (language: string) =>
        (await page.request.get(`${server.url}${base}/events/102?i18n_language=${language}`)).json()
      const before = await Promise.all(['en', 'de'].map(read))
      const reads: (string | null)[] = []
      page.on('request', (request) => {
        const { pathname, searchParams } = new URL(request.url())
        const isRead = request.method() === 'GET' && pathname.endsWith('/events/102')
        if (isRead) reads.push(searchParams.get('i18n_language'))
      })
      const drag = async () => {
        await page.locator('.event', { hasText: 'Blue Hour' }).hover()
        await page.mouse.down()
        await page.locator('.ec-day:has(time[datetime="2030-01-16"])').hover()
        await page.mouse.up()
      }
      await drag()
      await page.getByText('The event was moved').waitFor()
      for (const [n, language] of ['en', 'de'].entries()) {
        const after = await read(language)
        expect([after.start_date, after.end_date]).toEqual([
          '2030-01-16 20:00:00',
          '2030-01-16 23:00:00',
        ])
        const follows = /^(modified|json_ld|timezone_abbr|(utc_)?(start|end)_date)/
        const changed = Object.keys(after).filter(
          (key) => JSON.stringify(after[key]) !== JSON.stringify(before[n][key]),
        )
        expect(changed.filter((key) => !follows.test(key))).toEqual([])
      }
      expect(reads).toEqual([...new Set(reads)]) // each language once
      await click(page, 'Undo')
      await page.getByText('The event “Blue Hour: A Night of Jazz” is back as it was.').waitFor()
      expect(await Promise.all(['en', 'de'].map(read))).toEqual(before)
      await drag()
      await page.getByText('The event was moved').waitFor()
      await page.keyboard.press('u')
      await page.getByText('The event “Blue Hour: A Night of Jazz” is back as it was.').waitFor()
      expect(await Promise.all(['en', 'de'].map(read))).toEqual(before)
      await page.route(/events\/102\?i18n_language=de/, (route, request) =>
        request.method() === 'PATCH' ? route.abort() : route.continue(),
      )
      await drag()
      await page.getByText('The mock does not respond').waitFor()
      expect(await Promise.all(['en', 'de'].map(read))).toEqual(before)
      await expectText(page.locator('.event', { hasText: 'Blue Hour' })).toContain('11 January')
    },
  )
})

describe('the records', () => {
  test('an event can be added, changed and deleted, and the API returns it', async () => {
    const { page, server } = await open({ path: '/#records/events/new' })
    await fill(page, 'title', 'Made in the dashboard')
    await fill(page, 'start_date', '2030-01-10T19:00')
    await create(page, 'categories', 'Brand new')
    await page.getByRole('button', { name: 'Create' }).press('Enter')
    await page.waitForURL(/#records\/events\/\d+$/)
    await hasFocus(page.getByRole('heading', { name: 'Made in the dashboard' }))
    const id = page.url().split('/').at(-1)
    const read = async () =>
      (await page.request.get(`${server.url}/en/cal/events/v1/events/${id}`)).json()
    const { title, categories, end_date } = await read()
    expect([title, categories[0].name]).toEqual(['Made in the dashboard', 'Brand new'])
    expect(end_date).toBe('2030-01-10 21:00:00')
    await fill(page, 'title', 'Changed in the dashboard')
    await page.getByText('More', { exact: true }).click()
    await page.locator('#field-featured').check()
    await page.getByRole('button', { name: 'Save' }).press('Enter')
    await page.getByText('“Changed in the dashboard” was saved.').waitFor()
    await hasFocus(page.getByRole('button', { name: 'Save' }))
    await expect.poll(read).toMatchObject({ title: 'Changed in the dashboard', featured: true })
    await page.goto(`${server.url}/#calendar`)
    await page.getByText('Changed in the dashboard').first().waitFor()
    await page.goto(`${server.url}/#records/events/${id}`)
    page.once('dialog', (dialog) => dialog.accept())
    const asked = page.waitForEvent('dialog')
    await click(page, 'Delete')
    expect((await asked).message()).toBe('Delete “Changed in the dashboard”?')
    await page.getByText('“Changed in the dashboard” was deleted.').waitFor()
    expect((await read()).status).not.toBe('publish')
    await hasFocus(page.locator('main'))
    await page.getByRole('button', { name: 'Undo' }).press('Enter')
    await expect.poll(async () => (await read()).title).toBe('Changed in the dashboard')
    await page.getByText('The event “Changed in the dashboard” is back as it was.').waitFor()
    await hasFocus(page.locator('main'))
  })

  test('a notice undoes its own change only, and can be closed', async () => {
    const { page, server, mock } = await open({ path: '/#records/events/102' })
    page.on('dialog', (dialog) => dialog.accept())
    await click(page, 'Delete')
    await page.getByText('was deleted.').waitFor()
    const data = { name: 'Of an app' }
    const added = await page.request.post(`${server.url}/en/cal/events/v1/tags`, { data })
    await click(page, 'Undo')
    await page.getByText('Something else has changed since').waitFor()
    const { id } = await added.json()
    const find = async (path: string) =>
      (await page.request.get(`${server.url}/en/cal/events/v1/${path}`)).status()
    expect([await find(`tags/${id}`), await find('events/102')]).toEqual([200, 410])
    await click(page, 'Close')
    await expectText(page.locator('.notice')).toBe('')
    await page.keyboard.press('u')
    await page.getByText('The list of tags is back as it was.').waitFor()
    await page.keyboard.press('u')
    await page.getByText('The event “Blue Hour: A Night of Jazz” is back as it was.').waitFor()
    expect([await find(`tags/${id}`), await find('events/102')]).toEqual([404, 200])
    mock.reset()
    await page.keyboard.press('r') // it changes nothing
    await page.getByText('The world was reset.').waitFor()
    expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0)
  })

  test.each([
    ['events', 102, 'start_date', '2030-02-03T18:00'],
    ['events', 102, 'title', 'Renamed'],
    ['events', 202, 'excerpt', 'Renamed'],
    ['venues', 112, 'city', 'Renamed'],
  ])(
    'with the preset, an edit of /%s/%i in %s changes nothing else (18.4b)',
    async (name, id, field, value) => {
      const preset = 'the-events-calendar'
      const options = { preset, sites: ['en'], scenario: 'city' } as const
      const { page, server } = await open({ options, path: `/#records/${name}/${id}` })
      const url = `${server.url}/wp-json/tribe/events/v1/${name}/${id}`
      const read = async () => (await page.request.get(url)).json()
      const before = await read()
      await page.getByText('More', { exact: true }).click()
      await fill(page, field, value)
      await click(page, 'Save')
      await page.getByText('was saved.').waitFor()
      const after = await read()
      const changed = Object.keys({ ...before, ...after }).filter(
        (key) => JSON.stringify(after[key]) !== JSON.stringify(before[key]),
      )
      const follows = /^(modified|json_ld|timezone_abbr|(utc_)?(start|end)_date)/
      expect(changed.filter((key) => key !== field && !follows.test(key))).toEqual([])
      expect(changed).toContain(field)
    },
  )

  test('an event with a new venue and organizer is one form, with four clicks besides the fields', async () => {
    const { page, server } = await open({ path: '/#records/events' })
    await page.getByRole('link', { name: 'New record' }).click()
    await fill(page, 'title', 'Opening night')
    await fill(page, 'start_date', '2030-01-10T19:00')
    await fill(page, 'organizer', 'My new club')
    await page.getByRole('option', { name: 'Create “My new club”' }).waitFor()
    await fill(page, 'venue', 'My new hall') // the field that loses the focus keeps its organizer
    const option = page.getByRole('option', { name: 'Create “My new hall”' })
    await option.waitFor()
    expect(await findViolations(page)).toEqual([])
    await option.click()
    await click(page, 'Create')
    await page.waitForURL(/#records\/events\/\d+$/)
    const id = page.url().split('/').at(-1)
    const response = await page.request.get(`${server.url}/en/cal/events/v1/events/${id}`)
    const { venue, organizer } = await response.json()
    expect([venue.venue, organizer[0].organizer]).toEqual(['My new hall', 'My new club'])
  })

  test('a picker finds records on the server, by keyboard alone', async () => {
    const { page, server } = await open({ path: '/#records/events/102' })
    const options = page.locator('[role=option]')
    await fill(page, 'venue', 'hall')
    await expect.poll(() => options.count()).toBeGreaterThan(2)
    const name = await options.nth(1).innerText()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.locator('.picker .chip', { hasText: name }).waitFor()
    await click(page, 'Save')
    const read = async () =>
      (await page.request.get(`${server.url}/en/cal/events/v1/events/102`)).json()
    await expect.poll(async () => (await read()).venue.venue).toBe(name)
  })

  test('a picker offers first what begins with the typed text, also beyond a page', async () => {
    const { page, mock } = await open({ path: '/#records/events/102' })
    const add = (id: number, venue: string) =>
      mock.db.venue.create({ id, group: id, language: 'en', slug: `v${id}`, venue })
    for (let id = 9001; id < 9020; id++) add(id, `The Zebra ${id}`)
    add(9050, 'Zebra Hall')
    const options = page.locator('[role=option]')
    await fill(page, 'venue', 'zebra')
    await expectText(options.first()).toBe('Zebra Hall')
    expect(await options.nth(1).innerText()).toMatch(/^The Zebra/)
  })

  test('unsaved edits ask before a link, another language and Cancel', async () => {
    const { page } = await open({ path: '/#records/events/102' })
    const questions: string[] = []
    page.on('dialog', async (dialog) => {
      questions.push(dialog.message())
      await (questions.length < 3 ? dialog.dismiss() : dialog.accept())
    })
    await fill(page, 'title', 'Not saved yet')
    await page.getByRole('link', { name: 'Calendar' }).click()
    await expect.poll(() => questions.length).toBe(1)
    await choose(page, 'Record language', 'de')
    await expect.poll(() => questions.length).toBe(2)
    expect(await page.locator('#field-title').inputValue()).toBe('Not saved yet')
    await click(page, 'Cancel')
    await page.waitForURL(/#records\/events$/)
    expect(questions).toEqual(Array(3).fill('Discard the unsaved changes?'))
  })

  test('an error is at its field alone, which has the focus', async () => {
    const { page } = await open({ path: '/#records/events/new' })
    await page.locator('#field-title').waitFor()
    await click(page, 'Create')
    const texts = () => page.locator('.error').allInnerTexts()
    await expect
      .poll(texts)
      .toEqual(['Enter a title.', 'Enter a start date.', 'Enter an end date.'])
    await hasFocus(page.locator('#field-title'))
    await fill(page, 'title', 'On Mars')
    await fill(page, 'start_date', '2030-01-10T19:00')
    await fill(page, 'end_date', '2030-01-10T18:00')
    await expectText(page.locator('#field-end_date-note')).toContain('saves the start instead')
    expect(await findViolations(page)).toEqual([])
    await page.locator('#field-all_day').check() // on one day
    await page.locator('#field-end_date-note').waitFor({ state: 'detached' })
    await fill(page, 'timezone', 'Mars/Olympus')
    await click(page, 'Create')
    await expectText(page.locator('#field-timezone-error')).toContain('Mars/Olympus')
    expect(await texts()).toHaveLength(1)
    await hasFocus(page.locator('#field-timezone'))
  })

  test.each(['venues', 'organizers', 'categories', 'tags'])(
    '%s can be found and created',
    async (kind) => {
      const { page, server } = await open({ path: `/#records/${kind}/new` })
      const name = { venues: 'venue', organizers: 'organizer' }[kind] ?? 'name'
      await fill(page, name, 'Zebra Crossing')
      await click(page, 'Create')
      await page.waitForURL(/\/\d+$/)
      await page.getByRole('searchbox').fill('Zebra')
      await expect.poll(() => page.locator('.records a').count()).toBe(1)
      const list = await page.request.get(
        `${server.url}/en/cal/events/v1/${kind}?search=Zebra&hide_empty=false`,
      )
      expect((await list.json()).total).toBe(1)
    },
  )
})

describe('the control', () => {
  test('a fault that was built fails requests, and the log shows the 503', async () => {
    const { page, server, mock } = await open({ path: '/#control' })
    const expectRule = () => expect.poll(() => page.getByLabel('Rule').inputValue())
    const fault = page.getByRole('combobox', { name: 'Fault' })
    await page.getByLabel('Query').fill('page=3&i18n_language=ar')
    await page.getByLabel('Share').fill('1/3')
    await expectRule().toBe('GET /events?page=3&i18n_language=ar 503 1/3')
    await page.getByLabel('Query').fill('')
    await page.getByLabel('Share').fill('')
    await fault.selectOption('delay:1000') // slows one route down
    await expectRule().toBe('GET /events delay:1000')
    await fault.selectOption('503')
    await expectRule().toBe('GET /events 503')
    await click(page, 'Add fault')
    await page.getByRole('link', { name: 'Faults: 1' }).waitFor()
    expect(mock.faults).toEqual(['GET /events 503'])
    const failed = await page.request.get(`${server.url}/en/cal/events/v1/events?search=jazz`)
    expect(failed.status()).toBe(503)
    await page.getByRole('link', { name: 'Requests' }).click()
    await expectText(page.locator('tr', { hasText: 'search=jazz' })).toContain('503')
    await page.getByRole('link', { name: 'Calendar' }).click()
    await waitForEvents(page) // the dashboard itself gets no faults
    await page.getByRole('link', { name: 'Control' }).click()
    await click(page, 'Remove all')
    await expect.poll(() => mock.faults).toEqual([])
  })

  test('the focus stays at the faults when one is removed by keyboard', async () => {
    const options = { fault: ['/tags 503', '/venues 503'] }
    const { page, mock } = await open({ options, path: '/#control' })
    await page.getByRole('button', { name: 'Remove fault /tags 503' }).press('Enter')
    await expect.poll(() => mock.faults).toEqual(['/venues 503'])
    await page.locator(':focus', { hasText: '/venues 503' }).waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect.poll(() => mock.faults).toEqual([])
    await page.locator(':focus', { hasText: 'No faults' }).waitFor()
  })

  test('an invalid rule is rejected with the message of the mock', async () => {
    const { page } = await open({ path: '/#control' })
    await page.getByLabel('Rule').fill('GET /events explode')
    await click(page, 'Add fault')
    await expectText(page.getByRole('status')).toContain('explode')
  })

  test('settings that somebody else changes appear with the focus, and with the next request of an app', async () => {
    const { page, mock, server } = await open()
    const chips = page.locator('.top')
    mock.faults = ['/tags 503']
    const focusPage = async () => {
      await page.evaluate(() => dispatchEvent(new Event('focus')))
      return chips.innerText()
    }
    await expect.poll(focusPage).toContain('Faults: 1')
    mock.faults = ['/tags 503', '/venues 503']
    const sendRequest = async () => {
      await page.request.get(`${server.url}/en/cal/events/v1/events?per_page=1`)
      return chips.innerText()
    }
    await expect.poll(sendRequest).toContain('Faults: 2')
  })

  test('the clock moves by slider, button and field', async () => {
    const { page, mock } = await open({ path: '/#control' })
    const expectClock = () => expect.poll(() => mock.clock.now().toISOString())
    await page.getByRole('slider', { name: /Time of day/ }).press('ArrowRight')
    await expectClock().toBe('2030-01-07T12:01:00.000Z')
    await click(page, '+1 week')
    await expectClock().toBe('2030-01-14T12:01:00.000Z')
    await click(page, 'New Year’s Eve, 23:59')
    await expectClock().toBe('2030-12-31T23:59:00.000Z')
    await page.getByRole('switch', { name: 'Clock runs' }).press('Space')
    await expect.poll(() => mock.clock.frozen).toBe(false)
  })

  test('delay, scenario, world, snapshot and reset', async () => {
    const context = { permissions: ['clipboard-read', 'clipboard-write'] }
    const { page, mock, server } = await open({ path: '/#control', context })
    await click(page, '200 ms')
    await expect.poll(() => String(mock.delay)).toBe('200')
    await page.getByRole('button', { name: /^year-end/ }).click()
    await expect.poll(() => mock.scenario).toBe('year-end')
    await page.getByLabel('Name (optional)').fill('blue')
    await click(page, 'Create world')
    await page.getByRole('button', { name: /^World, site and language: blue/ }).waitFor()
    await page.getByText('The world was created.').waitFor() // it would replace the next notice
    expect(mock.worlds).toContain('blue')
    await click(page, 'Copy address')
    await page.getByText(`Copied: ${server.url}/~blue`).waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${server.url}/~blue`)
    await choose(page, 'World', 'default')
    await page.getByRole('button', { name: /^World, site and language: default/ }).waitFor()
    const download = page.waitForEvent('download')
    await click(page, 'Save snapshot')
    const path = await (await download).path()
    await click(page, 'Reset world')
    await expect.poll(() => mock.scenario).toBe('city')
    await page.getByLabel('Restore snapshot').setInputFiles(path)
    await expect.poll(() => mock.scenario).toBe('year-end')
  })
})

describe('the palette', () => {
  test.each([
    ['page 3 of events fails', 'GET /events?page=3 503'],
    ['1 in 3 requests time out', '* timeout 1/3'],
    ['creating venues 429 once', 'POST /venues 429 1x'],
    ['category 135 not ready', ''],
    ['event 102 takes 2 s', 'GET /events/102 delay:2000'],
    ['GET /events 404 10%', 'GET /events 404 10%'],
    ['make the third page of events fail 1 in 3 times', 'GET /events?page=3 503 1/3'],
    ['events page 3 fails one in three', 'GET /events?page=3 503 1/3'],
    ['fail third page', 'GET /events?page=3 503'],
    ['events of Berlin fail', ''], // a rule for all events would be wider
  ])('it reads %s as the rule %s', (text, rule) => {
    expect(readFaultWords(text)).toBe(rule)
  })

  test.each(faultNames)('it reads the kind %s', (name) => {
    expect(readFaultWords(`events ${name}`)).toBe(`GET /events ${name}`)
  })

  test('its commands run by keyboard alone, from every view', async () => {
    const { page, mock } = await open({ path: '/#records/venues/112' })
    const field = page.getByRole('combobox', { name: 'Command' })
    const run = async (text: string, option: string | RegExp) => {
      await page.keyboard.press('Control+k')
      await field.fill(text)
      await page.getByRole('option', { name: option }).first().waitFor()
      await page.keyboard.press('Enter')
      await field.waitFor({ state: 'detached' })
    }
    await run('page 3 of events fails', 'Add fault: GET /events?page=3 503')
    await expect.poll(() => mock.faults).toEqual(['GET /events?page=3 503'])
    await run('year-end', 'Scenario: year-end')
    await expect.poll(() => mock.scenario).toBe('year-end')
    await run('feb 14 2030', 'Go to Thursday, 14 February 2030')
    await expectText(page.locator('.period')).toBe('February 2030')
    await page.keyboard.press('Control+k')
    await field.fill('saturday 8pm')
    await page.locator('[role=option]', { hasText: '20:00' }).waitFor()
    expect(await page.locator('[role=option][aria-selected=true]').innerText()).toContain('20:00')
    expect(await findViolations(page)).toEqual([])
    await page.keyboard.press('Enter')
    await expect.poll(() => mock.clock.now().toISOString()).toBe('2030-01-12T20:00:00.000Z')
    for (const text of [
      "New Year's Eve 23:59",
      'new year',
      'dec 31 23:59',
      '31 december 11:59pm',
    ]) {
      await page.keyboard.press('Control+k')
      await field.fill(text)
      await page.getByText('Set the clock to Tuesday, 31 December 2030 at 23:59').waitFor()
      await page.keyboard.press('Escape')
    }
    page.once('dialog', (dialog) => dialog.accept())
    await run('reset', 'Reset world')
    await expect.poll(() => mock.scenario).toBe('city')
    await page.keyboard.press('u')
    await page.getByText('The world is back as it was.').waitFor()
    expect([mock.scenario, mock.faults]).toEqual(['year-end', ['GET /events?page=3 503']])
  })

  test('single keys run commands outside of fields, ? lists them, and a setting turns them off', async () => {
    const { page } = await open()
    await page.keyboard.press('3')
    await page.waitForURL(/#requests$/)
    await page.getByRole('searchbox').press('1')
    expect(await page.getByRole('searchbox').inputValue()).toBe('1')
    await page.getByRole('link', { name: 'Requests' }).focus()
    await page.keyboard.press('?')
    const keys = () => page.locator('[role=option] kbd').allInnerTexts()
    await expect.poll(keys).toEqual(['1', '2', '3', '4', '5', 'n', 'u', 'r', '/', 'Ctrl K', '?'])
    await page.keyboard.press('Escape')
    await page.keyboard.press('/')
    await hasFocus(page.getByRole('searchbox'))
    await page.getByRole('button', { name: 'Settings' }).click()
    await page.getByLabel('Single keys').uncheck()
    expect(await findViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.keyboard.press('1')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Command' }).waitFor()
    expect(page.url()).toMatch(/#requests$/)
  })
})

describe('the page', () => {
  test('it has no horizontal scrolling in a phone of 360 pixels', async () => {
    const opened = await open({ context: phone })
    const { page, server } = opened
    await page.request.get(`${server.url}/en/cal/events/v1/events?per_page=1`)
    for (const language of ['en', 'de', 'fr', 'es', 'ar']) {
      await choose(page, 'Record language', language)
      for (const view of Object.keys(viewContents) as (keyof typeof viewContents)[]) {
        await openView(opened, view)
        await expectToFit(page, `${view} in ${language}`)
      }
    }
  })

  test('a phone shows the whole state of the world, and legible paths of requests', async () => {
    const { page, server } = await open({
      options: { now: '2026-12-31T23:59:00Z', fault: '/tags 503', delay: '1-2' },
      context: phone,
      path: '/#requests',
    })
    await page.getByRole('link', { name: 'Faults: 1' }).waitFor()
    await expectToFit(page, 'requests')
    await page.request.get(`${server.url}/en/cal/events/v1/events?start_dat=2026-11-01`)
    const path = page.locator('td.path', { hasText: 'start_dat' })
    await expect.poll(async () => (await path.boundingBox())?.width).toBeGreaterThan(120)
  })

  test('a link opens the same world, site, language and record elsewhere', async () => {
    const { page, server, mock } = await open({ path: '/#records/venues/112' })
    mock.world('blue')
    await choose(page, 'World', 'blue')
    await choose(page, 'Site', 'ar')
    await choose(page, 'Record language', 'de')
    const link = `${server.url}/~blue/?site=ar&language=de#records/venues/112`
    await expect.poll(() => page.url()).toBe(link)
    const other = await page.context().browser()?.newContext({ locale: 'hi' })
    const opened = await other?.newPage()
    await opened?.goto(link)
    const menu = opened?.getByRole('button', { name: /^World, site and language/ })
    await expect
      .poll(() => menu?.getAttribute('aria-label'))
      .toBe('World, site and language: blue /ar German')
    await opened?.getByRole('heading', { name: 'Saal Blau' }).waitFor()
    await opened?.goto(`${server.url}/?site=ar#calendar`) // the language of the site, not of the browser
    await opened?.locator('.calendar[dir=rtl]').waitFor()
    await other?.close()
  })

  test('the header is one line at 1024 pixels, and compact in a phone, where all tabs are in view', async () => {
    const options = { fault: '/tags 503', delay: '400-2000', scenario: 'city+today' }
    const { page } = await open({ options, context: { viewport: { width: 1024, height: 700 } } })
    const height = () =>
      page.evaluate(() => document.querySelector('main')?.getBoundingClientRect().top)
    expect(await height()).toBeLessThan(110)
    await page.setViewportSize({ width: 375, height: 812 })
    await expect.poll(height).toBeLessThan(160) // two lines and the tabs
    await page.setViewportSize({ width: 360, height: 812 })
    const isInView = (tab: Element) => {
      const { left, right, top } = tab.getBoundingClientRect()
      return left >= 0 && document.elementFromPoint(right - 1, top + 9) === tab
    }
    for (const tab of await page.locator('.views a').all())
      expect(await tab.evaluate(isInView), await tab.innerText()).toBe(true)
    await expectToFit(page, 'header')
  })

  test('its theme and the language of its records are remembered', async () => {
    const { page } = await open()
    await choose(page, 'Record language', 'ar')
    await choose(page, 'Theme', 'dark')
    await page.reload()
    await waitForPage(page)
    await page.locator('html[lang=en][data-theme=dark] .calendar[dir=rtl]').waitFor()
  })

  test('it asks for the token, and works with it', async () => {
    const { page } = await open({ options: { token: 'sesame' }, path: '/#control' })
    await page.getByLabel('Token', { exact: true }).fill('sesame')
    await click(page, 'Apply')
    await page.getByRole('heading', { name: 'Clock' }).waitFor()
    await page.getByRole('link', { name: 'API reference' }).click()
    await page.getByRole('combobox', { name: 'API', exact: true }).selectOption('control')
    await page.locator('#link-tag--control').click()
    await page.locator('.nav-bar-path', { hasText: '/scenarios' }).last().click()
    const responded = page.waitForResponse(/__calmock\/scenarios$/)
    await page.getByRole('button', { name: 'Execute' }).first().click()
    expect((await responded).status()).toBe(200)
  })

  test.each([
    ['the prefix of a world', {}, '/~blue/'],
    ['its own path', {}, '/__calmock/'],
    ['a base URL', { baseUrl: '/api' }, '/api/'],
    ['a public URL', { publicUrl: 'https://example.com/mock' }, '/'],
  ])('it works below %s', async (_, options, path) => {
    const context = { locale: 'en-US' } // the first event of the month has a picture
    const { page } = await open({ options, path, context })
    await page.locator('.event').first().click()
    const image = page.locator('.poster')
    await expect
      .poll(() => image.evaluate((node) => (node as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(0)
  })
})
