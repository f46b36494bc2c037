import { calmockWorker } from 'calmock/worker'

const { CalmockWorld, fetch } = calmockWorker({
  now: 'today',
  worldIdle: 20_160, // two weeks, in minutes
})

export { CalmockWorld }
export default { fetch }
