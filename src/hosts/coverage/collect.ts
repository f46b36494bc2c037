import type { ScenarioName } from '../../../fixtures/scenarios/index.ts'
import type { Query } from '../../contract/context.ts'
import type { Operation } from '../../contract/route.ts'
import type { Mock } from '../../create-mock.ts'
import { bodyText, type MockRequest, type MockResponse } from '../../engine/http-message.ts'
import { noValues, parseBody } from '../../engine/read-body.ts'
import { findFault } from '../../faults/fault-kind.ts'
import type { Landmarks } from '../../seed/landmarks.ts'

/** The numbers of requests by what they met: `GET /events`, `GET /events?page`, `GET /events 404`, `empty list`. */
export type Counts = Record<string, number>

export function addCounts(total: Counts, counts: Counts): Counts {
  for (const [key, count] of Object.entries(counts)) total[key] = (total[key] ?? 0) + count
  return total
}

/** A response, and the records that a client reads in it. */
interface Received extends MockResponse {
  readonly query: URLSearchParams
  readonly records?: readonly Query[] | undefined
}

/** A state of a user interface: the operations that can return it, what shows it, and whether a response or a record in it has it. */
type State = readonly [
  of: (operation: Operation) => boolean,
  shownBy:
    | `scenario ${ScenarioName}`
    | `landmark events.${keyof Landmarks['events']}`
    | `fault ${string}`,
  isMet: (received: Received, record: Query) => boolean,
]

const isList = ({ action }: Operation): boolean => action === 'list'
const isRead = ({ action }: Operation): boolean => action === 'list' || action === 'read'
const isItemRead = ({ action }: Operation): boolean => action === 'read'
const readsEvents = (operation: Operation): boolean =>
  isRead(operation) && 'resource' in operation && 'all_day' in operation.resource.fields

/** Matches a text whose first letter is Hebrew or Arabic. */
const RTL = /^[^\p{L}]*[\u0590-\u08ff\ufb1d-\ufefc]/u

const isNextPage: State[2] = ({ records = [], query }) =>
  records.length > 0 && Number(query.get('page')) > 1

const lacksTranslation: State[2] = ({ notes = [] }) =>
  notes.some(({ code }) => code === 'no-translation')

const isSlow: State[2] = ({ fault, delivery }) =>
  findFault(fault)?.receives === 'slow response' || (delivery?.delay ?? 0) > 0

const isFailed = ({ status, fault }: MockResponse): boolean =>
  status >= 500 || /^(nothing|broken)$/.test(findFault(fault)?.receives ?? '')

/** The states of a user interface, by name. */
export const states: Readonly<Record<string, State>> = {
  'empty list': [isList, 'scenario empty', ({ records }) => records?.length === 0],
  'second page': [isList, 'scenario page-plus-one', isNextPage],
  '404': [isItemRead, 'fault GET * 404', ({ status }) => status === 404],
  'missing picture': [readsEvents, 'landmark events.noImage', (_, r) => r.image === false],
  'no venue': [readsEvents, 'landmark events.noVenue', (_, r) => Array.isArray(r.venue)],
  'all-day': [readsEvents, 'landmark events.allDay', (_, r) => r.all_day === true],
  'right to left': [readsEvents, 'scenario rtl', (_, r) => RTL.test(`${r.title}`)],
  'missing translation': [isItemRead, 'scenario half-translated', lacksTranslation],
  slow: [() => true, 'fault * delay:2000', isSlow],
  failed: [() => true, 'fault * 503', isFailed],
}

/** The warning about a run without the reporter. */
export const MISSING_REPORTER =
  "[calmock] coverage: true needs its reporter; add reporters: ['default', 'calmock/coverage'] to the configuration of Vitest or Jest, or reporter: [['list'], ['calmock/coverage']] to that of Playwright"

/** Counts what clients of a mock send and receive from now on, in the returned object. */
export function collectCoverage(mock: Mock): Counts {
  const counts: Counts = {}
  const { handle } = mock
  mock.handle = async (request, world) => {
    const response = await handle(request, world)
    for (const key of await listMet(request, response, mock)) addCounts(counts, { [key]: 1 })
    return response
  }
  return counts
}

/** Returns the keys of what a request sent and received. */
async function listMet(request: MockRequest, response: MockResponse, mock: Mock) {
  const url = new URL(`${mock.base.origin ?? 'http://any'}${request.path}?${request.query}`)
  const { endpoint } = mock.matchUrl(url)
  const method = request.method === 'HEAD' ? 'GET' : request.method
  const operation = endpoint?.operations.find(({ methods }) => methods.some((m) => m === method))
  if (!operation) return []
  const name = `${method} ${endpoint?.path || '/'}`
  const query = url.searchParams
  const records = readRecords(operation, response)
  const isMetBy = ([, [of, , isMet]]: [string, State]) =>
    of(operation) &&
    [{}, ...(records ?? [])].some((record) => isMet({ ...response, query, records }, record))
  const body = await parseBody(request, mock.settings.maxBody).catch(() => noValues)
  const sent = [...query.keys(), ...body.names()].map((param) => param.replace(/\[.*/, ''))
  return [
    ...[name, `${name} ${response.delivery?.isDropped ? 0 : response.status}`],
    ...Object.entries(states).flatMap((state) => (isMetBy(state) ? state[0] : [])),
    ...Object.keys(operation.params).flatMap((p) => (sent.includes(p) ? `${name}?${p}` : [])),
  ]
}

function readRecords(operation: Operation, response: MockResponse): readonly Query[] | undefined {
  if (!isRead(operation) || !('resource' in operation) || isFailed(response)) return undefined
  const { status, headers, body } = response
  if (status !== 200 || !headers['Content-Type']?.startsWith('application/json')) return undefined
  const json = JSON.parse(bodyText(body))
  return isList(operation) ? json[operation.resource.collection] : [json]
}
