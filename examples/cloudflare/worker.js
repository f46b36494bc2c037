import { calmockWorker } from 'calmock/worker'

const { CalmockWorld, fetch } = calmockWorker({ now: 'today' })

export { CalmockWorld }
export default { fetch }
