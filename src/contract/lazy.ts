import { OptionError } from './option-error.ts'

/** A value that may have to be loaded. Reading it before throws `NotLoadedError`. */
export interface Loadable<T> {
  readonly value: T
  load(): Promise<void>
}

export const toLoadable = <T>(value: T): Loadable<T> => ({ value, async load() {} })

/** A value that is loaded on demand, such as a language pack or the records of an export. */
export class Lazy<T> implements Loadable<T> {
  readonly #read: () => Promise<T>
  #loaded: { readonly value: T } | undefined
  #loading: Promise<void> | undefined

  constructor(read: () => Promise<T>) {
    this.#read = read
  }

  /** Throws `NotLoadedError` before it is loaded. */
  get value(): T {
    if (!this.#loaded) throw new NotLoadedError(this.load)
    return this.#loaded.value
  }

  /** Loads the value once. After an error, the next call tries again. */
  load = (): Promise<void> => {
    this.#loading ??= this.#read().then(
      (value) => {
        this.#loaded = { value }
      },
      (error: unknown) => {
        this.#loading = undefined
        throw error
      },
    )
    return this.#loading
  }
}

/** The error of reading a value that is not loaded. Requests load the value and are handled again. */
export class NotLoadedError extends OptionError {
  readonly load: () => Promise<void>

  constructor(load: () => Promise<void>) {
    super('the records are not loaded; await world.load() first')
    this.load = load
  }
}

/** Returns the result of a function. If it reads a value that is not loaded, loads the value and calls it again. */
export async function whenLoaded<T>(run: () => T | Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await run()
    } catch (error) {
      if (!(error instanceof NotLoadedError)) throw error
      await error.load()
    }
  }
}

export const createLazyValues = <Key extends string, T>(
  keys: readonly Key[],
  read: (key: Key) => Promise<T>,
): Readonly<Record<Key, Lazy<T>>> =>
  Object.fromEntries(keys.map((key) => [key, new Lazy(() => read(key))])) as Record<Key, Lazy<T>> // all keys
