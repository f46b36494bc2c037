import type { Clock, Now } from '../options/clock.ts'

/** An instant as Playwright takes it: a text that `Date` reads, ms since 1970 UTC, or a date. */
type ClockTime = string | number | Date

/** The clock of the pages of a context, as Playwright has it. */
export interface ContextClock {
  install(options?: { time?: ClockTime }): Promise<void>
  setFixedTime(time: ClockTime): Promise<void>
  setSystemTime(time: ClockTime): Promise<void>
  pauseAt(time: ClockTime): Promise<void>
  resume(): Promise<void>
  fastForward(ticks: number | string): Promise<void>
  runFor(ticks: number | string): Promise<void>
}

/** The clock of a mock and of the pages that joined it. Each method moves both. */
export interface PageClock {
  now(): Date
  /** As the option `now`: an instant, `today`, or `real`, which ticks. Without an offset it is UTC. */
  set(now: Now): Promise<void>
  /** Moves it by an ISO 8601 duration of weeks, days, hours, minutes and seconds: `P1D`, `-PT2H30M`. */
  advance(duration: string): Promise<void>
  /** Stops it at what it shows, or lets it go on from there. */
  freeze(frozen: boolean): Promise<void>
}

/** A clock that pages can join. */
export interface JoinableClock extends PageClock {
  /** Shows the time of the mock in the pages of a context, whose own clock from then on moves the mock's too. */
  join(pages: ContextClock): Promise<void>
  /** Gives every context its own clock back. */
  leave(): void
}

/**
 * Keeps the clock of a mock and those of pages in step. While the mock's stands still, dates in the
 * pages do too, and their timers run; a page that fast-forwards takes both along. The mock moves
 * first, so that what timers ask for then is answered for the time the pages are led to.
 */
export function createPageClock(clock: Clock): JoinableClock {
  const joined = new Map<ContextClock, ContextClock>()
  /** Who fixed the dates of the pages: the mock, or the test by `setFixedTime`. */
  let fixedBy: 'mock' | 'test' | undefined
  let isPaused = false

  const all = async (act: (pages: ContextClock) => Promise<void>): Promise<void> => {
    await Promise.all([...joined.values()].map(act))
  }

  function show(time: ClockTime, frozen: boolean): void {
    clock.set(new Date(time))
    if (!frozen) clock.freeze(false)
  }

  const showIn = (pages: ContextClock): Promise<void> =>
    clock.frozen ? pages.setFixedTime(clock.now()) : pages.setSystemTime(clock.now())

  async function change(move: () => void): Promise<void> {
    move()
    fixedBy = clock.frozen ? 'mock' : undefined
    await all(showIn)
    if (clock.frozen || !isPaused) return
    isPaused = false
    await all((pages) => pages.resume())
  }

  /** Lets dates flow again, so that what moves timers moves dates. */
  async function unfix(from: Date): Promise<void> {
    fixedBy = undefined
    await all((pages) => pages.setSystemTime(from))
  }

  async function jump(how: 'fastForward' | 'runFor', ticks: number | string): Promise<void> {
    const [from, fixed] = [clock.now(), fixedBy]
    if (fixed !== 'test') show(from.getTime() + parseTicks(ticks), clock.frozen)
    if (fixed === 'mock') await unfix(from)
    await all((pages) => pages[how](ticks))
    if (fixed === 'mock') await change(() => undefined)
  }

  const shared: ContextClock = {
    async install({ time = clock.now() } = {}) {
      show(time, isPaused)
      fixedBy = undefined
      await all((pages) => pages.install({ time }))
    },
    async setSystemTime(time) {
      show(time, isPaused)
      fixedBy = undefined
      await all((pages) => pages.setSystemTime(time))
    },
    async setFixedTime(time) {
      show(time, true)
      fixedBy = 'test'
      await all((pages) => pages.setFixedTime(time))
    },
    async pauseAt(time) {
      if (fixedBy) await unfix(clock.now())
      show(time, true)
      isPaused = true
      await all((pages) => pages.pauseAt(time))
    },
    async resume() {
      if (fixedBy === 'mock') await unfix(clock.now())
      if (!fixedBy) clock.freeze(false)
      isPaused = false
      await all((pages) => pages.resume())
    },
    fastForward: (ticks) => jump('fastForward', ticks),
    runFor: (ticks) => jump('runFor', ticks),
  }

  return {
    now: clock.now,
    set: (now) => change(() => clock.set(now)),
    advance: (duration) => change(() => clock.advance(duration)),
    freeze: (frozen) => change(() => clock.freeze(frozen)),
    async join(pages) {
      if (joined.has(pages)) return
      const own = bindMethods(pages)
      if (joined.size === 0 && clock.frozen) fixedBy = 'mock'
      joined.set(pages, own)
      if (isPaused) await own.pauseAt(clock.now())
      else if (clock.frozen || clock.moved) await showIn(own) // else pages have the machine's already
      Object.assign(pages, shared)
    },
    leave() {
      for (const [pages, own] of joined) Object.assign(pages, own)
      joined.clear()
    },
  }
}

/** The methods of a clock as they are now, whatever takes their place. */
const bindMethods = (pages: ContextClock): ContextClock => ({
  install: pages.install.bind(pages),
  setFixedTime: pages.setFixedTime.bind(pages),
  setSystemTime: pages.setSystemTime.bind(pages),
  pauseAt: pages.pauseAt.bind(pages),
  resume: pages.resume.bind(pages),
  fastForward: pages.fastForward.bind(pages),
  runFor: pages.runFor.bind(pages),
})

/** Milliseconds of what Playwright takes: themselves, or `30`, `02:30`, `24:00:00`. */
const parseTicks = (ticks: number | string): number =>
  typeof ticks === 'number'
    ? ticks
    : ticks.split(':').reduce((sum, part) => sum * 60 + Number(part), 0) * 1000
