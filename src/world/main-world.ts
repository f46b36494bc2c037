import type { DelayOption } from '../faults/delay-range.ts'
import type { Clock } from '../options/clock.ts'
import type { ScenarioOption } from '../options/options.ts'
import type { Snapshot } from './snapshot.ts'
import type { ManagedWorld, World } from './world.ts'
import type { StoredState, WorldChange } from './world-change.ts'

/** The members of a mock that are the ones of its world `default`. */
export abstract class MainWorld implements Omit<World, 'load'> {
  protected abstract readonly main: ManagedWorld

  get name(): string {
    return this.main.name
  }

  get clock(): Clock {
    return this.main.clock
  }

  get scenario(): string {
    return this.main.scenario
  }

  get faults(): readonly string[] {
    return this.main.faults
  }

  set faults(rules: string | readonly string[]) {
    this.main.faults = rules
  }

  get delay(): number | string {
    return this.main.delay
  }

  set delay(delay: DelayOption) {
    this.main.delay = delay
  }

  get db(): World['db'] {
    return this.main.db
  }

  get requests(): World['requests'] {
    return this.main.requests
  }

  get maxRequests(): number {
    return this.main.maxRequests
  }

  set maxRequests(max: number) {
    this.main.maxRequests = max
  }

  clearRequests = (): void => this.main.clearRequests()
  setScenario = (scenario: ScenarioOption): void => this.main.setScenario(scenario)

  reset = (): void => this.main.reset()
  snapshot = (): Snapshot => this.main.snapshot()
  restore = (snapshot: Snapshot): void => this.main.restore(snapshot)
  takeChanges = (): WorldChange | undefined => this.main.takeChanges()
  collectState = (): StoredState => this.main.collectState()
  restoreState = (stored: StoredState): void => this.main.restoreState(stored)
}
