import type { Row } from './report.ts'

/** What every part of a run is given. */
export interface Bench {
  /** The project's folder. */
  readonly root: string
  /** A folder that is removed at the end of the run. */
  readonly scratch: string
  /** How often each server has its turn with each kind of request. */
  readonly rounds: number
  /** How long such a turn lasts. */
  readonly ms: number
  /** Events of the world that is called large. */
  readonly large: number
  /** Notes whether an answer was right; `what` tells which, where it was not. */
  readonly judge: Judge
}

export type Judge = (isRight: boolean, what: string) => void

/** One part of a run: measures, and gives its lines of the table. */
export type Part = (bench: Bench) => Promise<readonly Row[]>
