import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

const LIMIT_KB = 150

test('the dashboard has less than 150 kB gzip, in one file without links to others', async () => {
  const { dashboardPage: text } = await import('../../dist/dashboard-text.js' as string)
  const size = gzipSync(text, { level: 9 }).length / 1000
  console.log(`dashboard: ${size.toFixed(1)} kB gzip`)
  expect(size).toBeGreaterThan(30) // a smaller page would not be the dashboard
  expect(size).toBeLessThan(LIMIT_KB)
  expect(text).not.toMatch(/<(link|script|img)[^>]+(src|href)="(?!data:)/)
  expect(text.match(/<\/script>/g)).toHaveLength(1)
})
