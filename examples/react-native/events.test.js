import { useCalmock } from 'calmock/jest'
import { Text } from 'react-native'
import { act, create } from 'react-test-renderer'
import { Events } from './events'

const mock = useCalmock({ sites: ['en', 'de'] })

/** Renders the events in a language, and returns the texts of the component. */
async function render(language) {
  let component
  await act(async () => {
    component = create(<Events language={language} />)
  })
  const texts = () => component.root.findAllByType(Text).map(({ props }) => props.children)
  while (texts()[0] === 'Loading')
    await act(() => new Promise((resolve) => setTimeout(resolve, 10)))
  return texts()
}

test.each([
  ['en', 'Blue Hour: A Night of Jazz'],
  ['de', 'Blaue Stunde: Eine Nacht voller Jazz'],
])('lists the event in %s', async (language, title) => {
  mock.setScenario('one')
  expect(await render(language)).toEqual([title])
})

test('lists five events', async () => {
  expect(await render('en')).toHaveLength(5)
})

test('the list is empty', async () => {
  mock.setScenario('empty')
  expect(await render('en')).toEqual([])
})

test('the service is down', async () => {
  mock.faults = 'GET /events 503'
  expect(await render('en')).toEqual(['Not now (503)'])
})
