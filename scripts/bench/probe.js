/**
 * Measures one thing in a fresh process and prints the CPU time in ms. It is read from standard input
 * in the folder of a checkout, so that `calmock` is the package of that checkout.
 */
const [, , name] = process.argv
const url = 'https://calmock.example/de/cal/events/v1/events'

async function measure(action) {
  const start = process.cpuUsage()
  await action()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}

async function measureMedian(action) {
  const times = []
  for (let turn = 0; turn < 21; turn++) times.push(await measure(() => action(turn)))
  return times.sort((a, b) => a - b)[10]
}

async function readList(fetch) {
  const response = await fetch(url)
  const { total } = await response.json()
  if (response.status !== 200 || !(total > 0)) throw new Error(`${url}: ${response.status}`)
}

async function measureMock() {
  const { createCalmock } = await import('calmock')
  const create = () => readList(createCalmock().fetch)
  const first = await measure(create)
  const mock = createCalmock()
  const reset = () => Promise.resolve(mock.reset()).then(() => readList(mock.fetch))
  return {
    'first mock of the process, first list': first,
    'further mock, first list': await measureMedian(create),
    'reset, first list': await measureMedian(reset),
    'new world, first list': await measureMedian((n) => readList(mock.world(`w${n}`).fetch)),
  }
}

async function measureMsw() {
  const imported = await measure(() => import('calmock/node'))
  const { setupCalmock } = await import('calmock/node')
  const listen = async () => setupCalmock().server.listen()
  const first = await measure(() => listen().then(() => readList(fetch)))
  return { 'msw in Node: first response': first, 'the same with the import': imported + first }
}

const probes = { mock: measureMock, msw: measureMsw }
console.log(JSON.stringify(await probes[name]()))
process.exit()
