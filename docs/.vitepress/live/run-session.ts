import { type LiveAnswer, readAnswer } from './answer.ts'
import { type Pictures, readPictures } from './app-view.ts'
import { explainFault } from './explain-fault.ts'
import { type BlockOptions, parseRequest } from './http-block.ts'
import type { CreateMock, LiveMock, RequestNote } from './load-mock.ts'
import { findUnknownSite } from './request-site.ts'
import { completeOptions, sendRequest } from './send-request.ts'
import { applySharedState, sharedOptions } from './shared-state.ts'

/** The result of a request: an answer, or a sentence that says why there is none. */
export interface Outcome {
  /** The text of the request. */
  readonly request: string
  readonly answer?: LiveAnswer
  /** Until the whole answer has arrived. */
  readonly ms?: number
  readonly notes: readonly RequestNote[]
  /** The pictures that the answer names, if an app shows them. */
  readonly pictures?: Pictures
  /** The headline instead of an answer: `No answer`. */
  readonly problem?: string
  readonly explanation?: string
  /** True if the request was not sent, so that the recorded answer stays. */
  readonly isUnsent?: boolean
}

/** Everything that a run needs. */
export interface Run {
  readonly load: () => Promise<CreateMock>
  readonly options: BlockOptions
  /** The texts of the requests. The later ones depend on the earlier ones. */
  readonly requests: readonly string[]
  readonly signal: AbortSignal
  /** Reads the pictures of answers. */
  readonly withPictures: boolean
}

/** Runs requests in a new mock, and returns an outcome for each. Never rejects. */
export async function runSession({
  load,
  options,
  requests,
  signal,
  withPictures,
}: Run): Promise<readonly Outcome[]> {
  const mistakes = requests.map(findMistake)
  if (mistakes.some((mistake) => mistake)) return describeMistakes(requests, mistakes)
  const all = completeOptions({ ...options, ...sharedOptions() })
  try {
    const mock = await (await load())(all)
    await applySharedState(mock)
    const outcomes: Outcome[] = []
    for (const request of requests) outcomes.push(await runRequest(mock, request, all, signal))
    return withPictures ? await Promise.all(outcomes.map(addPictures(mock))) : outcomes
  } catch (error) {
    return requests.map((request) => ({ request, notes: [], ...describeFailure(error) }))
  }
}

/** Returns why a text is not a request. */
function findMistake(text: string): string | undefined {
  try {
    parseRequest(text)
    return undefined
  } catch (error) {
    return toMessage(error)
  }
}

const describeMistakes = (
  requests: readonly string[],
  mistakes: readonly (string | undefined)[],
): readonly Outcome[] => {
  const first = mistakes.findIndex((mistake) => mistake)
  return requests.map((request, n) => ({
    request,
    notes: [],
    isUnsent: true,
    problem: 'Not sent',
    explanation:
      mistakes[n] ?? `Request ${first + 1} of this block cannot be sent: ${mistakes[first]}`,
  }))
}

/** Adds the pictures of an answer. Without a network they can be missing. */
const addPictures =
  (mock: LiveMock) =>
  async (outcome: Outcome): Promise<Outcome> => {
    const pictures = await readPictures(mock, outcome.answer?.sent ?? '').catch(() => ({}))
    return { ...outcome, pictures }
  }

async function runRequest(
  mock: LiveMock,
  request: string,
  options: BlockOptions,
  signal: AbortSignal,
): Promise<Outcome> {
  const start = performance.now()
  try {
    const answer = await readAnswer(await sendRequest(mock, request, signal))
    const ms = performance.now() - start
    const notes = findLogEntry(mock, request)?.notes ?? []
    return { request, answer, ms, notes: [...notes, ...noteSite(request, answer, options)] }
  } catch (error) {
    const { fault, notes = [] } = findLogEntry(mock, request) ?? {}
    const described = signal.aborted
      ? STOPPED
      : fault
        ? explainFault(fault)
        : describeFailure(error)
    return { request, notes, ...described }
  }
}

const STOPPED = { problem: 'Stopped', explanation: 'You stopped this request before its answer.' }

/** Returns the latest entry in the log of the world that a request names. */
function findLogEntry(mock: LiveMock, request: string) {
  const [, name] = /^\S+\s+\/~([\w-]+)\//.exec(request.trim()) ?? []
  return (name === undefined ? mock : mock.world(name)).requests.at(-1)
}

/** Returns a note about a path that begins with an unknown site. */
function noteSite(
  request: string,
  { status }: LiveAnswer,
  { sites, root }: BlockOptions,
): readonly RequestNote[] {
  if (!status.startsWith('404') || root !== undefined || !Array.isArray(sites)) return []
  const site = findUnknownSite(request, sites)
  if (site === undefined) return []
  const known = sites.map((code) => `/${code}`).join(', ')
  const message = `This mock has no site "${site}"; a path begins with one of ${known}.`
  return [{ level: 'warning', message }]
}

/** Describes an error of the mock or of its files. A `TypeError` is a failed request of the browser. */
const describeFailure = (error: unknown): Pick<Outcome, 'problem' | 'explanation' | 'isUnsent'> =>
  error instanceof TypeError
    ? {
        isUnsent: true,
        problem: 'The mock could not be loaded',
        explanation:
          'A file of the mock did not arrive. Check your connection and run the request again. The recorded answer is below.',
      }
    : { isUnsent: true, problem: 'Not sent', explanation: toMessage(error) }

const toMessage = (error: unknown): string => (error instanceof Error ? error.message : `${error}`)
