/**
 * Run beside a copy of `dist/` and some version of msw: what msw's `getResponse` takes to answer on
 * the last of our routes, as a share of what it takes with the same routes as plain handlers that
 * give the same answer. Prints `{ ratios, ours, plain }`, times in µs of CPU.
 */
import { getResponse, HttpResponse, http } from 'msw'
import { createCalmock } from './dist/index.js'

const ROUNDS = Number(process.argv[2])
const REQUESTS = 300
/** Rounds after which the code of both is compiled. */
const WARM = 10
const { handlers } = createCalmock({ now: '2030-01-07T12:00:00Z' })
const routes = handlers.slice(0, -1) // the last one is for all that is no route
const last = routes.at(-1).info // DELETE .../tags/:id; no tag has the ID that is asked for, so all stays
const url = last.path.replace('*', 'https://calmock.example').replace(':site', 'de')
const request = () => new Request(url.replace(':id', '999999'), { method: last.method })

const answer = await getResponse(handlers, request())
const { status, headers } = answer
const text = await answer.text()
const plain = routes.map(({ info: { method, path } }) =>
  http[method.toLowerCase()](path, () => new HttpResponse(text, { status, headers })),
)
const same = await getResponse(plain, request())
if (same.status !== status || (await same.text()) !== text) throw new Error('answers differ')

/** CPU per answer, in µs. */
async function costOf(asked) {
  const requests = Array.from({ length: REQUESTS }, request)
  const before = process.cpuUsage()
  for (const one of requests) await getResponse(asked, one)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / REQUESTS
}

const ours = []
const bare = []
for (let round = -WARM; round < ROUNDS; round++) {
  const pair = [await costOf(handlers), await costOf(plain)]
  if (round < 0) continue
  ours.push(pair[0])
  bare.push(pair[1])
}
console.log(JSON.stringify({ ratios: ours.map((cost, n) => cost / bare[n]), ours, plain: bare }))
