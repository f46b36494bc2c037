/** A clock change on the last `weekday` (0 is Sunday) of a `month` (0 is January), `hours` after midnight UTC. */
export type OffsetChange = readonly [month: number, weekday: number, hours: number]

export interface OffsetRule {
  /** The first year that the rule applies to. */
  readonly since: number
  /** Hours ahead of UTC in standard time. */
  readonly hours: number
  /** The start and the end of summer time, which is one hour ahead of standard time. */
  readonly summer?: readonly [from: OffsetChange, until: OffsetChange]
}

const european = (hours: number): OffsetRule => ({
  since: 1997,
  hours,
  summer: [
    [2, 0, 1],
    [9, 0, 1],
  ],
})

/** Rules for the time zones of seeded records. `Intl` has them too, but its first use adds 17 ms and 7 MB to every start. */
export const offsetRules: Readonly<Record<string, OffsetRule>> = {
  'Africa/Cairo': {
    since: 2024,
    hours: 2,
    summer: [
      [3, 5, -2],
      [9, 4, 21],
    ],
  },
  'Asia/Kolkata': { since: 1997, hours: 5.5 },
  'Asia/Shanghai': { since: 1997, hours: 8 },
  'Europe/Berlin': european(1),
  'Europe/London': european(0),
  'Europe/Madrid': european(1),
  'Europe/Paris': european(1),
}

/** Abbreviations in standard and summer time. Time zones without an entry show their offset, such as `+03`. */
export const abbreviations: Readonly<Record<string, readonly [string, string]>> = {
  UTC: ['UTC', 'UTC'],
  GMT: ['GMT', 'GMT'],
  EST: ['EST', 'EST'],
  'Africa/Cairo': ['EET', 'EEST'],
  'Africa/Johannesburg': ['SAST', 'SAST'],
  'Africa/Lagos': ['WAT', 'WAT'],
  'Africa/Nairobi': ['EAT', 'EAT'],
  'America/Chicago': ['CST', 'CDT'],
  'America/Denver': ['MST', 'MDT'],
  'America/Los_Angeles': ['PST', 'PDT'],
  'America/New_York': ['EST', 'EDT'],
  'America/Phoenix': ['MST', 'MST'],
  'America/Toronto': ['EST', 'EDT'],
  'Asia/Beirut': ['EET', 'EEST'],
  'Asia/Calcutta': ['IST', 'IST'],
  'Asia/Hong_Kong': ['HKT', 'HKT'],
  'Asia/Jakarta': ['WIB', 'WIB'],
  'Asia/Jerusalem': ['IST', 'IDT'],
  'Asia/Karachi': ['PKT', 'PKT'],
  'Asia/Kolkata': ['IST', 'IST'],
  'Asia/Manila': ['PST', 'PST'],
  'Asia/Seoul': ['KST', 'KST'],
  'Asia/Shanghai': ['CST', 'CST'],
  'Asia/Taipei': ['CST', 'CST'],
  'Asia/Tokyo': ['JST', 'JST'],
  'Australia/Brisbane': ['AEST', 'AEST'],
  'Australia/Melbourne': ['AEST', 'AEDT'],
  'Australia/Perth': ['AWST', 'AWST'],
  'Australia/Sydney': ['AEST', 'AEDT'],
  'Europe/Amsterdam': ['CET', 'CEST'],
  'Europe/Athens': ['EET', 'EEST'],
  'Europe/Berlin': ['CET', 'CEST'],
  'Europe/Brussels': ['CET', 'CEST'],
  'Europe/Copenhagen': ['CET', 'CEST'],
  'Europe/Helsinki': ['EET', 'EEST'],
  'Europe/Kyiv': ['EET', 'EEST'],
  'Europe/Lisbon': ['WET', 'WEST'],
  'Europe/London': ['GMT', 'BST'],
  'Europe/Madrid': ['CET', 'CEST'],
  'Europe/Moscow': ['MSK', 'MSK'],
  'Europe/Oslo': ['CET', 'CEST'],
  'Europe/Paris': ['CET', 'CEST'],
  'Europe/Prague': ['CET', 'CEST'],
  'Europe/Rome': ['CET', 'CEST'],
  'Europe/Stockholm': ['CET', 'CEST'],
  'Europe/Vienna': ['CET', 'CEST'],
  'Europe/Warsaw': ['CET', 'CEST'],
  'Europe/Zurich': ['CET', 'CEST'],
  'Pacific/Auckland': ['NZST', 'NZDT'],
  'Pacific/Honolulu': ['HST', 'HST'],
}
