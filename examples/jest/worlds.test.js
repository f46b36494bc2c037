const { useCalmock } = require('calmock/jest')
const { createEvent, readTitles } = require('./calendar.js')

const mock = useCalmock({ sites: ['de'] })

test('two users have their own worlds', async () => {
  const readWorld = async (name) => {
    mock.world(name).setScenario('empty')
    const api = `https://api.example/~${name}/de/cal/events/v1`
    await createEvent(api, `Hausmusik ${name}`)
    return readTitles(api)
  }
  const lists = await Promise.all(['one', 'two'].map(readWorld))
  expect(lists).toEqual([['Hausmusik one'], ['Hausmusik two']])
})
