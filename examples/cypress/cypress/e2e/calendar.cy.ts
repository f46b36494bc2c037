import type { EventList } from 'calmock'
import { calmock } from '../support/e2e'

it('shows the next events', () => {
  cy.visit('/')
  cy.get('li').should('have.length', 5)
})

it('shows a list without events', () => {
  calmock.setScenario('empty')
  cy.visit('/')
  cy.get('li').should('not.exist')
})

it('shows an event that another program creates', () => {
  const events = `${calmock.url}/en/cal/events/v1/events`
  const event = { title: 'Open rehearsal', start_date: 'now', end_date: '+1 hour' }
  cy.request('POST', events, event)
  cy.request<EventList>(events).its('body.events.0.title').should('equal', 'Open rehearsal')
  cy.visit('/')
  cy.contains('li', 'Open rehearsal')
})

it('shows the events of the next week', () => {
  calmock.clock.advance('P1W')
  cy.visit('/')
  cy.get('li').should('have.length', 5)
})

it('shows no events while the service is down', () => {
  calmock.setFaults('GET /events 503')
  cy.visit('/')
  cy.get('li').should('not.exist')
  calmock.readRequests((requests) => {
    expect(requests.map(({ path, status }) => ({ path, status }))).to.deep.include({
      path: '/events',
      status: 503,
    })
  })
})
