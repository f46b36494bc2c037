import { provideHttpClient } from '@angular/common/http'
import { TestBed } from '@angular/core/testing'
import { useCalmock } from 'calmock/vitest'
import { expect, test } from 'vitest'
import { App } from './app'

const mock = useCalmock({ sites: ['en', 'de'] })

/** Renders the app in a language, and returns its element. */
async function render(language: string): Promise<HTMLElement> {
  TestBed.configureTestingModule({ providers: [provideHttpClient()] })
  const fixture = TestBed.createComponent(App)
  fixture.componentInstance.language.set(language)
  await fixture.whenStable()
  return fixture.nativeElement
}

test.each([
  ['en', 'Blue Hour: A Night of Jazz'],
  ['de', 'Blaue Stunde: Eine Nacht voller Jazz'],
])('lists the event in %s', async (language, title) => {
  mock.setScenario('one')
  const page = await render(language)
  expect(page.querySelectorAll('li')).toHaveLength(1)
  expect(page.textContent).toContain(title)
})

test('lists five events', async () => {
  const page = await render('en')
  expect(page.querySelectorAll('li')).toHaveLength(5)
})

test('shows an empty list', async () => {
  mock.setScenario('empty')
  const page = await render('en')
  expect(page.querySelector('ul')?.children).toHaveLength(0)
})

test('shows an error while the service is down', async () => {
  mock.faults = 'GET /events 503'
  const page = await render('en')
  expect(page.querySelector('[role=alert]')).toBeTruthy()
  expect(mock.requests[0]).toMatchObject({ path: '/events', status: 503 })
})
