import { useCalmock } from 'calmock/vitest'
import { createServer } from 'miragejs'
import { expect, test } from 'vitest'

useCalmock({ sites: ['en'] })

test('Mirage does not start in a process where MSW intercepts requests', () => {
  expect(() => createServer({ environment: 'test' })).toThrow('read only property')
})
