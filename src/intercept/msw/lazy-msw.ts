import { type MswExports, requireBundledMsw } from './bundled-msw.ts'

/** `http` and `HttpResponse` of MSW, whose members are read when they are used. */
export interface LazyMsw extends MswExports {
  /** Loads MSW. The CommonJS bundle needs no call, because it contains MSW. */
  load(): Promise<void>
}

/** Returns the exports of MSW without loading it. */
export function createLazyMsw(): LazyMsw {
  let loaded: MswExports | undefined
  const read = (): MswExports => {
    loaded ??= requireBundledMsw()
    if (loaded) return loaded
    throw new Error(
      "[calmock] `http` and `HttpResponse` of calmock/jest load msw in beforeAll, and not with intercept: 'fetch'; import them from msw to use them earlier",
    )
  }
  return {
    http: delegate(() => read().http),
    HttpResponse: delegate(() => read().HttpResponse),
    async load() {
      loaded = await import('./msw-exports.ts')
    },
  }
}

/** Returns an object or class whose members are read when they are used. */
function delegate<T extends object>(read: () => T): T {
  const handler: ProxyHandler<() => void> = {
    get: (_, key) => Reflect.get(read(), key),
    construct: (_, values) => Reflect.construct(read() as new () => object, values), // only classes are constructed
  }
  // a function, because the proxy of another object cannot be constructed
  return new Proxy(function target() {}, handler) as unknown as T
}
