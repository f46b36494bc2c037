import assert from 'node:assert/strict'
import { test } from 'node:test'

/** Defines the tests of the events page. They are the same before, during and after the migration. */
export function testCalendar(calendar) {
  test('the first page lists the next two events', async () => {
    assert.deepEqual(await calendar.list(1), {
      lines: [
        '2026-03-05 18:00 Paper marbling, Canal House',
        '2026-03-09 18:30 Screen printing for beginners, Print Works',
      ],
      pages: 2,
    })
  })

  test('a search finds words in titles', async () => {
    const lines = ['2026-03-05 18:00 Paper marbling, Canal House']
    assert.deepEqual(await calendar.search('marbling'), lines)
  })

  test('the page shows the news', async () => {
    assert.deepEqual(await calendar.readNews(), ['We have moved to the first floor.'])
  })

  test('a new event is on the last page', async () => {
    await calendar.add({
      title: 'Ink making',
      start: '2026-03-20T17:00:00',
      end: '2026-03-20T19:00:00',
      venue: 'Print Works',
    })
    assert.equal((await calendar.list(2)).lines[1], '2026-03-20 17:00 Ink making, Print Works')
  })
}
