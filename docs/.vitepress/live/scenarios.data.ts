import { scenarios } from '../../../fixtures/scenarios/index.ts'

/** The name of a scenario, and what a client sees in it. */
export interface ScenarioChoice {
  readonly name: string
  readonly about: string
}

/** The scenarios of the mock. VitePress reads them at build time, so that no page contains their records. */
export declare const data: readonly ScenarioChoice[]

export default {
  load: (): readonly ScenarioChoice[] => scenarios.map(({ name, about }) => ({ name, about })),
}
