/** @jest-environment jest-fixed-jsdom */
const { landmarks, useCalmock } = require('calmock/jest')
const { readTitles } = require('./calendar.js')

useCalmock()

const api = 'https://api.example/de/cal/events/v1'

test('a page in jsdom shows five events', async () => {
  document.body.innerHTML = '<ul></ul>'
  const list = document.querySelector('ul')
  for (const title of await readTitles(api)) {
    const item = document.createElement('li')
    item.textContent = title
    list.append(item)
  }
  expect(document.querySelectorAll('li')).toHaveLength(5)
})

test.each(['events', 'venues', 'organizers', 'categories', 'tags'])(
  'a single record of %s has its body',
  async (kind) => {
    const [{ id }] = Object.values(landmarks[kind])
    const response = await fetch(`${api}/${kind}/${id.de}`)
    expect(await response.json()).toMatchObject({ id: id.de })
  },
)

test('XMLHttpRequest is intercepted', async () => {
  const request = new XMLHttpRequest()
  request.open('GET', `${api}/events?per_page=2`)
  await new Promise((resolve) => {
    request.onload = resolve
    request.send()
  })
  expect(JSON.parse(request.responseText).events).toHaveLength(2)
})
