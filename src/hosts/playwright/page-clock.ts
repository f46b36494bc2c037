import type { Clock, Now } from '../../options/clock.ts'

/** An instant in a form that Playwright accepts: text for `Date`, ms since 1970 UTC, or a date. */
type ClockTime = string | number | Date

/** Playwright's clock of a browser context, `context.clock`. */
export interface ContextClock {
  install(options?: { time?: ClockTime }): Promise<void>
  setFixedTime(time: ClockTime): Promise<void>
  setSystemTime(time: ClockTime): Promise<void>
  pauseAt(time: ClockTime): Promise<void>
  resume(): Promise<void>
  fastForward(ticks: number | string): Promise<void>
  runFor(ticks: number | string): Promise<void>
}

/** The clock of a mock and of the pages that use it. Each method changes both. */
export interface PageClock {
  now(): Date
  /** Sets the time, like the option `now`: an instant (in UTC without an offset), `today`, or `real`, which advances. */
  set(now: Now): Promise<void>
  /** Advances the time by an ISO 8601 duration of weeks, days, hours, minutes and seconds: `P1D`, `-PT2H30M`. */
  advance(duration: string): Promise<void>
  /** Stops the clock at its present time, or starts it from there. */
  freeze(frozen: boolean): Promise<void>
}

/** A page clock that browser contexts can join. */
export interface JoinableClock extends PageClock {
  /** Sets the clock of a context to the time of the mock. From then on, changes of the context's clock also change the mock's. */
  join(pages: ContextClock): Promise<void>
  /** Restores the original clock of every joined context. */
  leave(): void
}

/**
 * Synchronizes the clock of a mock with the clocks of browser contexts. While the mock's clock is frozen,
 * dates in the pages are frozen too, but their timers run. A page that fast-forwards also advances the mock,
 * and the mock moves first: requests that the page's timers send then get responses for the new time.
 */
export function createPageClock(clock: Clock): JoinableClock {
  const group = new ClockGroup(clock)
  return {
    now: clock.now,
    set: (now) => group.moveMock(() => clock.set(now)),
    advance: (duration) => group.moveMock(() => clock.advance(duration)),
    freeze: (frozen) => group.moveMock(() => clock.freeze(frozen)),
    join: (pages) => group.join(pages),
    leave: () => group.leave(),
  }
}

/** The clock of a mock and the clocks of the joined contexts. */
class ClockGroup {
  readonly #clock: Clock
  /** The original methods of the joined contexts' clocks. */
  readonly #contexts = new Map<ContextClock, ContextClock>()
  /** The reason for fixed dates in the pages: the mock's clock is frozen, or the test called `setFixedTime`. */
  #fixedBy: 'mock' | 'test' | undefined
  /** True from `pauseAt` to `resume`: timers in the pages do not run. */
  #isPaused = false

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** The methods that a joined context's clock gets. */
  readonly #replacement: ContextClock = {
    install: async ({ time = this.#clock.now() } = {}) => {
      this.#setMock(time, this.#isPaused)
      this.#fixedBy = undefined
      await this.#forEachContext((pages) => pages.install({ time }))
    },
    setSystemTime: async (time) => {
      this.#setMock(time, this.#isPaused)
      this.#fixedBy = undefined
      await this.#forEachContext((pages) => pages.setSystemTime(time))
    },
    setFixedTime: async (time) => {
      this.#setMock(time, true)
      this.#fixedBy = 'test'
      await this.#forEachContext((pages) => pages.setFixedTime(time))
    },
    pauseAt: async (time) => {
      if (this.#fixedBy) await this.#unfixDates(this.#clock.now())
      this.#setMock(time, true)
      this.#isPaused = true
      await this.#forEachContext((pages) => pages.pauseAt(time))
    },
    resume: async () => {
      if (this.#fixedBy === 'mock') await this.#unfixDates(this.#clock.now())
      if (!this.#fixedBy) this.#clock.freeze(false)
      this.#isPaused = false
      await this.#forEachContext((pages) => pages.resume())
    },
    fastForward: (ticks) => this.#advance('fastForward', ticks),
    runFor: (ticks) => this.#advance('runFor', ticks),
  }

  async join(pages: ContextClock): Promise<void> {
    if (this.#contexts.has(pages)) return
    const original = bindMethods(pages)
    if (this.#contexts.size === 0 && this.#clock.frozen) this.#fixedBy = 'mock'
    this.#contexts.set(pages, original)
    if (this.#isPaused) await original.pauseAt(this.#clock.now())
    // otherwise pages and mock both follow the system clock already
    else if (this.#clock.frozen || this.#clock.moved) await this.#showTime(original)
    Object.assign(pages, this.#replacement)
  }

  leave(): void {
    for (const [pages, original] of this.#contexts) Object.assign(pages, original)
    this.#contexts.clear()
  }

  /** Changes the mock's clock, and then shows its time in the pages. */
  async moveMock(move: () => void): Promise<void> {
    move()
    this.#fixedBy = this.#clock.frozen ? 'mock' : undefined
    await this.#forEachContext((pages) => this.#showTime(pages))
    if (this.#clock.frozen || !this.#isPaused) return
    this.#isPaused = false
    await this.#forEachContext((pages) => pages.resume())
  }

  async #advance(method: 'fastForward' | 'runFor', ticks: number | string): Promise<void> {
    const start = this.#clock.now()
    const fixedBy = this.#fixedBy
    if (fixedBy !== 'test') this.#setMock(start.getTime() + parseTicks(ticks), this.#clock.frozen)
    if (fixedBy === 'mock') await this.#unfixDates(start)
    await this.#forEachContext((pages) => pages[method](ticks))
    if (fixedBy === 'mock') await this.moveMock(() => undefined)
  }

  /** Makes dates in the pages advance with their timers again. */
  async #unfixDates(start: Date): Promise<void> {
    this.#fixedBy = undefined
    await this.#forEachContext((pages) => pages.setSystemTime(start))
  }

  #setMock(time: ClockTime, isFrozen: boolean): void {
    this.#clock.set(new Date(time))
    if (!isFrozen) this.#clock.freeze(false)
  }

  #showTime(pages: ContextClock): Promise<void> {
    const now = this.#clock.now()
    return this.#clock.frozen ? pages.setFixedTime(now) : pages.setSystemTime(now)
  }

  async #forEachContext(act: (pages: ContextClock) => Promise<void>): Promise<void> {
    await Promise.all([...this.#contexts.values()].map(act))
  }
}

/** Returns the present methods of a clock, bound to it, so that they outlive their replacement. */
const bindMethods = (pages: ContextClock): ContextClock => ({
  install: pages.install.bind(pages),
  setFixedTime: pages.setFixedTime.bind(pages),
  setSystemTime: pages.setSystemTime.bind(pages),
  pauseAt: pages.pauseAt.bind(pages),
  resume: pages.resume.bind(pages),
  fastForward: pages.fastForward.bind(pages),
  runFor: pages.runFor.bind(pages),
})

/** Returns the milliseconds of Playwright's ticks: a number of ms, or text such as `30`, `02:30`, `24:00:00`. */
const parseTicks = (ticks: number | string): number =>
  typeof ticks === 'number'
    ? ticks
    : ticks.split(':').reduce((sum, part) => sum * 60 + Number(part), 0) * 1000
