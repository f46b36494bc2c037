import { expect, test } from 'calmock/playwright'

// Each test has its own records and clock, which start on 2030-01-07 at noon UTC. Before page.goto:
// calmock.world.setScenario('empty'), calmock.faults = 'GET /events 503', calmock.clock.advance('P1D').
// Afterwards, calmock.requests lists what the page sent.
test('seed', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('listitem')).toHaveCount(5)
})
