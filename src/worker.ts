export { type CalmockWorker, calmockWorker } from './worker/calmock-worker.ts'
