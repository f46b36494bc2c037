import { RECORDED_AT } from './http-block.ts'

/** The clock of tests: the default of the option `now`. */
const TEST_CLOCK = '2030-01-07T12:00:00Z'

/** A value of the option `now`, and its name. `own` is a date of the reader. */
export interface ClockChoice {
  readonly value: string
  readonly label: string
}

/** Returns the clocks that a reader can choose. The first is the one of the recorded answers. */
export const listClocks = (recorded: string = RECORDED_AT): readonly ClockChoice[] => [
  { value: recorded, label: `${formatDay(recorded)} (recorded)` },
  ...(recorded === 'today' ? [] : [{ value: 'today', label: 'today' }]),
  ...(recorded === TEST_CLOCK ? [] : [{ value: TEST_CLOCK, label: '2030-01-07 (tests)' }]),
  { value: 'own', label: 'another day' },
]

/** Returns the value of the option `now`. `day` counts for the choice `own`; without it, the clock is the recorded one. */
export function resolveClock(choice: string, day: string, recorded: string = RECORDED_AT): string {
  if (choice !== 'own') return choice
  return /^\d{4}-\d\d-\d\d$/.test(day) ? `${day}T12:00:00Z` : recorded
}

/** Returns the day of an instant at noon UTC, and others unchanged. */
const formatDay = (clock: string): string => clock.replace('T12:00:00Z', '')
