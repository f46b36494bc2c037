import { OptionError } from '../../contract/option-error.ts'
import { createMock } from '../../create-mock.ts'
import { type Calmock, withFetch } from '../../intercept/fetch/with-fetch.ts'
import {
  createFetchInterceptor,
  createLifeCycle,
  type UseOptions,
} from '../../intercept/msw/test-life-cycle.ts'
import { onDemandSource } from '../../seed/source/on-demand-source.ts'
import { addHooks } from './add-hooks.ts'

/** `useCalmock` in a page of Vitest's browser mode. It patches `fetch`, because MSW would need the file of a worker. */
function useCalmockInPage({
  intercept = 'fetch',
  onUnhandledRequest = 'warn',
  ...options
}: UseOptions = {}): Calmock {
  if (intercept !== 'fetch')
    throw new OptionError(
      "in Vitest's browser mode, useCalmock has the interception 'fetch' alone; for MSW's worker, use setupCalmock of calmock/browser",
    )
  const mock = withFetch(createMock(options, onDemandSource()))
  const interceptor = createFetchInterceptor(mock, { onUnhandledRequest, inlineImages: true })
  const lifeCycle = createLifeCycle(mock, { ...interceptor, load: mock.load })
  addHooks(lifeCycle, options.coverage ? mock : undefined)
  return mock
}

// Vitest in Node loads this file too, if the configuration has the condition `browser`, as for Svelte in jsdom
const inNode = import.meta.url.startsWith('file:') && './vitest.js'

/** The function `useCalmock` of the environment. */
export const useCalmock: (options?: UseOptions) => Calmock = inNode
  ? (await import(/* @vite-ignore */ inNode)).useCalmock
  : useCalmockInPage
