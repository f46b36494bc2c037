import { withBase } from 'vitepress'
import { computed, reactive, ref, shallowRef } from 'vue'
import { type AppView, readApp } from './app-view.ts'
import { listClocks, resolveClock } from './clock-choices.ts'
import { BLOCK_SITES, type BlockOptions, type Exchange, type Session } from './http-block.ts'
import { loadMock, warmUp } from './load-mock.ts'
import { readHeader, replaceHeader } from './request-header.ts'
import { findSite, replaceSite } from './request-site.ts'
import { type Outcome, runSession } from './run-session.ts'

/** The headers of requests that select a scenario and a clock. */
const SCENARIO_HEADER = 'x-calmock-scenario'
const CLOCK_HEADER = 'x-calmock-now'

const readText = (option: BlockOptions[string] | undefined): string | undefined =>
  typeof option === 'string' ? option : undefined

/** Returns the first value of a header in the requests. */
const findHeader = (exchanges: readonly Exchange[], name: string): string | undefined =>
  exchanges.map(({ request }) => readHeader(request, name)).find((value) => value !== undefined)

/** The requests of a block as a reader edits and runs them. */
export function useSession({ options, exchanges, app }: Session) {
  const recordedClock = readText(options.now) ?? findHeader(exchanges, CLOCK_HEADER)
  const initial = {
    scenario: readText(options.scenario) ?? findHeader(exchanges, SCENARIO_HEADER) ?? 'city',
    clock: listClocks(recordedClock)[0]?.value ?? '',
    day: '',
  }
  const texts = reactive(exchanges.map(({ request }) => request))
  const picked = reactive({ ...initial })
  const outcomes = shallowRef<readonly Outcome[]>([])
  /** The position of the request that runs. */
  const running = ref<number>()
  const isLoading = ref(false)
  let stopRun = new AbortController()

  const readClock = () => resolveClock(picked.clock, picked.day, initial.clock)
  const mockOptions = () => ({
    ...options,
    ...(picked.scenario !== initial.scenario && { scenario: picked.scenario }),
    ...(picked.clock !== initial.clock && { now: readClock() }),
  })

  /** Runs all requests with the picked scenario and clock. Headers that select others are changed, because they take precedence. */
  async function runPicked(): Promise<void> {
    if (picked.clock === 'own' && picked.day === '') return // the reader has not chosen it yet
    for (const [n, text] of texts.entries()) {
      const withScenario = replaceHeader(text, SCENARIO_HEADER, picked.scenario)
      texts[n] = replaceHeader(withScenario, CLOCK_HEADER, readClock())
    }
    await run(texts.length - 1)
  }

  function load() {
    isLoading.value = true
    return loadMock(withBase('/mock/calmock.js')).finally(() => {
      isLoading.value = false
    })
  }

  /** Runs the requests up to a position in a new mock. */
  async function run(last: number): Promise<void> {
    stopRun.abort()
    stopRun = new AbortController()
    const { signal } = stopRun
    running.value = last
    const requests = texts.slice(0, last + 1)
    const withPictures = app !== undefined
    const found = await runSession({ load, options: mockOptions(), requests, signal, withPictures })
    if (stopRun.signal !== signal) return // a later run has begun
    outcomes.value = [...found, ...outcomes.value.slice(found.length)]
    running.value = undefined
    if (found.some(({ answer }) => answer)) warmUp(await load())
  }

  function reset(): void {
    stopRun.abort()
    stopRun = new AbortController()
    Object.assign(picked, initial)
    texts.splice(0, texts.length, ...exchanges.map(({ request }) => request))
    outcomes.value = []
    running.value = undefined
  }

  /** The site of the first path that has one. */
  const site = computed({
    get: () => texts.map(findSite).find((code) => code !== undefined),
    set: (code) => {
      if (code !== undefined)
        for (const [n, text] of texts.entries()) texts[n] = replaceSite(text, code)
    },
  })
  /** The content of the app next to the requests. */
  const shownApp = computed((): AppView | undefined => {
    const { request = '', answer, problem = '', pictures = {} } = outcomes.value.at(-1) ?? {}
    if (!app || (!answer && !problem)) return app
    return answer
      ? readApp(request, answer.sent, pictures)
      : { ...app, cards: [], message: problem }
  })
  const sites = Array.isArray(options.sites) ? options.sites : BLOCK_SITES
  const hasChanged = computed(
    () =>
      outcomes.value.length > 0 ||
      picked.scenario !== initial.scenario ||
      picked.clock !== initial.clock ||
      texts.some((text, n) => text !== exchanges[n]?.request),
  )
  return {
    texts,
    picked,
    site,
    sites,
    clocks: listClocks(recordedClock),
    initialScenario: initial.scenario,
    outcomes,
    shownApp,
    running,
    isLoading,
    hasChanged,
    run,
    runPicked,
    stop: () => stopRun.abort(),
    reset,
  }
}
