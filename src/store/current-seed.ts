import type { Seed } from '../contract/seed.ts'

/** The seed of a store. It is created again on the first use after a release. */
export class CurrentSeed {
  readonly #create: () => Seed
  #seed: Seed | undefined

  constructor(create: () => Seed) {
    this.#create = create
    this.#seed = create()
  }

  get value(): Seed {
    this.#seed ??= this.#create()
    return this.#seed
  }

  /** The seed, or undefined after a release. */
  get inUse(): Seed | undefined {
    return this.#seed
  }

  /** Replaces the seed, whose scenario or day may have changed. Returns whether it is another one. */
  replace(): boolean {
    const previous = this.#seed
    this.#seed = this.#create()
    return this.#seed !== previous
  }

  release(): void {
    this.#seed = undefined
  }
}
