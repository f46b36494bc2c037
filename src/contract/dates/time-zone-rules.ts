/** What is known of zones without asking `Intl`. */

/** A time of change: so many hours UTC from the start of the last such weekday (0 Sunday) of a month. */
export type OffsetChange = readonly [month: number, weekday: number, hours: number]

/** Hours from UTC since the start of a year, one more between two changes. */
export interface OffsetRule {
  readonly since: number
  readonly hours: number
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

/** What `Intl` knows as well, but takes longer for its first answer than a start may. */
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

/** Abbreviations in standard and summer time; zones not listed show their offset, as `+03`. */
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
