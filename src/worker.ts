export { type CalmockWorker, calmockWorker } from './hosts/worker/calmock-worker.ts'
