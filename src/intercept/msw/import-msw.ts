import { invalidOption } from '../../contract/option-error.ts'
import type { UnhandledStrategy } from '../fetch/unhandled.ts'

const INTERCEPT_OPTIONS = ['msw', 'fetch'] as const

/** The means that intercepts requests: MSW, or a patched `fetch` without MSW. */
export type InterceptOption = (typeof INTERCEPT_OPTIONS)[number]

/** Throws `OptionError` for another value of the option `intercept`. */
export function requireInterceptOption(value: InterceptOption): void {
  if (!INTERCEPT_OPTIONS.includes(value)) throw invalidOption('intercept', value, INTERCEPT_OPTIONS)
}

/** The condition of the properties of MSW on a mock that patches `fetch`. */
export const ONLY_WITH_MSW = "only with MSW: remove the option intercept: 'fetch'"

/** The condition of the properties of MSW on a mock with `start`. */
export const AFTER_START = 'after start(): await it before you add handlers'

/** Imports a module that needs MSW. If MSW is missing, throws an error that says what to install. */
export async function importMsw<M>(load: () => Promise<M>): Promise<M> {
  try {
    return await load()
  } catch (cause) {
    const isMissing = cause instanceof Error && /["'“]msw\b/.test(cause.message) // as Node, Jest, Vite and browsers say it
    if (!isMissing) throw cause
    const message =
      "[calmock] cannot load msw: run `npm install --save-dev msw`, or set the option intercept: 'fetch', which patches fetch alone and needs no msw"
    throw new Error(message, { cause })
  }
}

/** Adds a property of MSW to a mock. Reading it while it does not exist throws an error with the condition of its existence. */
export const defineMswProperty = <T>(
  mock: object,
  name: string,
  read: () => T | undefined,
  condition: string,
): unknown =>
  Object.defineProperty(mock, name, {
    configurable: true,
    get() {
      const value = read()
      if (value) return value
      throw new Error(`[calmock] mock.${name} exists ${condition}`)
    },
  })

/** Returns the strategy as options of MSW, under the names of both msw 2 and msw 3. */
export const onUnhandled = (strategy: UnhandledStrategy) => ({
  onUnhandledRequest: strategy,
  onUnhandledFrame: strategy,
})
