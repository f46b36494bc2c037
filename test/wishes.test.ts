import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { splitWords } from '../docs/.vitepress/live/curl.ts'
import { commands } from '../scripts/docs/tables/options.ts'
import { createCalmock } from '../src/index.ts'

const page = await readFile(new URL('../docs/wishes.md', import.meta.url), 'utf8')
const records = { events: [] }
const sites = ['en', 'de', 'ar'] as const

/** The rows of the table: a wish, a flag, a line of a test and a request. */
const wishes = page
  .split('\n')
  .filter((line) => /^\| (?!You want)/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim().replace(/^`|`$/g, '')))
  .map(([, wish = '', flag = '', code = '', request = '']) => ({ wish, flag, code, request }))

test('the page has thirty wishes', () => {
  expect(wishes).toHaveLength(30)
})

test.each(wishes.filter(({ flag }) => flag))('calmock serve accepts $flag', ({ flag }) => {
  const serve = commands.find((command) => command.name() === 'serve')
  const words = splitWords(flag)
  for (const word of words.filter((word) => word.startsWith('--')))
    expect(serve?.options.map(({ long }) => long)).toContain(word)
  for (const [n, word] of words.entries()) {
    const option = serve?.options.find(({ long }) => long === word)
    const value = words[n + 1] ?? '--' // of `--empty`, no word is the value
    if (option?.parseArg && !value.startsWith('--'))
      expect(() => option.parseArg?.(value, undefined)).not.toThrow()
  }
})

test.each(wishes.filter(({ code }) => code))('a test can write $code', ({ code }) => {
  const run = new Function('useCalmock', 'mock', 'records', `return ${code}`)
  expect(() => run(createCalmock, createCalmock({ sites }), records)).not.toThrow()
})

test.each(wishes.filter(({ request }) => request))(
  'a running mock answers $request',
  async ({ request }) => {
    const [, method = '', path = '', body] = /^(\w+) (\S+) ?(.*)$/.exec(request) ?? []
    const mock = createCalmock({ sites })
    const fields = new URLSearchParams({ title: 'New', start_date: 'now', end_date: '+1 hour' })
    const response = await mock.fetch(path.startsWith('/') ? path : `/__calmock/${path}`, {
      method,
      ...(method !== 'GET' && { body: body || (path.startsWith('/') ? fields : '') }),
    })
    expect(response.ok).toBe(true)
  },
)
