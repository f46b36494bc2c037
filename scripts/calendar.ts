import Holidays from 'date-holidays'
import type { CityName, FeastName } from '../fixtures/facts/index.ts'

const FIRST_YEAR = 2024
const LAST_YEAR = 2040
const DAY = 86_400_000

const regions: Readonly<Record<CityName, readonly [country: string, state?: string]>> = {
  berlin: ['DE', 'BE'],
  delhi: ['IN', 'DL'],
  shanghai: ['CN'],
  cairo: ['EG'],
  paris: ['FR'],
  madrid: ['ES', 'MD'],
  london: ['GB', 'ENG'],
}

/** The days of two feasts that the library lacks, as MMDD: evenings before the new moon, days after the full moon. */
const indianFeasts = {
  diwali: '1101 1020 1108 1029 1017 1105 1026 1114 1102 1022 1110 1030 1018 1107 1027 1017 1104',
  holi: '0325 0314 0304 0322 0311 0301 0320 0309 0327 0316 0305 0324 0312 0302 0321 0311 0228',
}

const years = Array.from({ length: LAST_YEAR - FIRST_YEAR + 1 }, (_, n) => FIRST_YEAR + n)
const toDay = (date: string): number => Date.parse(`${date.slice(0, 10)}T00:00:00Z`) / DAY

/** Returns the days from the first to the last of a holiday, which can be half a day. */
function listDays({ date, start, end }: { date: string; start: Date; end: Date }) {
  const count = Math.floor((end.getTime() - start.getTime()) / DAY)
  return Array.from({ length: count }, (_, n) => toDay(date) + n)
}

function createReader(city: CityName) {
  const [country, state] = regions[city]
  const holidays = state ? new Holidays(country, state) : new Holidays(country)
  return (year: number) => holidays.getHolidays(year, 'en')
}

type Holiday = ReturnType<ReturnType<typeof createReader>>[number]

const toDays = (year: number, dates: readonly string[]): readonly number[] =>
  dates.map((date) => toDay(`${year}-${date}`))

/** The days around Christmas, and the Sundays of Easter and Pentecost. Not all are public holidays. */
const christianDays = (year: number): readonly number[] => [
  ...toDays(year, ['12-24', '12-26']),
  ...['Easter Sunday', 'Pentecost'].map((name) => findHoliday('berlin', year, name)),
]

/** The days besides public holidays and New Year's Eve without ordinary events. */
const furtherDays: Readonly<
  Record<CityName, (year: number, holidays: readonly Holiday[]) => readonly number[]>
> = {
  berlin: christianDays,
  delhi: (year) => [...toDays(year, ['12-24', '12-26']), ...readIndianFeasts(year)],
  shanghai: (_, holidays) => listWeeks(holidays),
  cairo: (year, holidays) => [...toDays(year, ['01-06']), ...listArafatDays(holidays)],
  paris: christianDays,
  madrid: (year) => [...christianDays(year), ...toDays(year, ['01-05'])], // the parade of the Three Kings
  london: christianDays,
}

/** Returns the public holidays of a city, and the days without ordinary events around them. */
function listHolidays(city: CityName): readonly number[] {
  const read = createReader(city)
  const days = years.flatMap((year) => {
    const holidays = read(year)
    const publicDays = holidays.filter(({ type }) => type === 'public').flatMap(listDays)
    return [...publicDays, ...toDays(year, ['12-31']), ...furtherDays[city](year, holidays)]
  })
  return [...new Set(days)].sort((a, b) => a - b)
}

/** Returns the days of Arafat, which the library lacks: before each Feast of the Sacrifice. */
const listArafatDays = (holidays: readonly Holiday[]): readonly number[] =>
  holidays
    .filter(({ name }) => name.startsWith('Feast of the Sacrifice'))
    .map(({ date }) => toDay(date) - 1)

/** Returns the days of the two weeks that are free in China. The library has three days of each. */
const listWeeks = (holidays: readonly Holiday[]): readonly number[] =>
  ['Spring Festival', 'National Day'].flatMap((name) => {
    const first = holidays.find((holiday) => holiday.name.startsWith(name))
    return first ? [0, 1, 2, 3, 4, 5, 6].map((n) => toDay(first.date) + n) : []
  })

const readIndianFeast = (name: keyof typeof indianFeasts, year: number): number => {
  const monthDay = indianFeasts[name].split(' ')[year - FIRST_YEAR] ?? ''
  return toDay(`${year}-${monthDay.slice(0, 2)}-${monthDay.slice(2)}`)
}
const readIndianFeasts = (year: number): readonly number[] => [
  readIndianFeast('diwali', year),
  readIndianFeast('holi', year),
]

/** Returns the days of a year that a calendar of `Intl` calls by these numbers. */
function findDays(year: number, calendar: string, month: number, day: number): readonly number[] {
  const format = new Intl.DateTimeFormat(`en-u-ca-${calendar}`, {
    ...{ day: 'numeric', month: 'numeric', timeZone: 'UTC' },
  })
  const first = toDay(`${year}-01-01`)
  return Array.from({ length: 366 }, (_, n) => first + n).filter(
    (day_) => format.format(day_ * DAY) === `${month}/${day}`,
  )
}

function findHoliday(city: CityName, year: number, name: string): number {
  const found = createReader(city)(year).find((holiday) => holiday.name.startsWith(name))
  if (!found) throw new Error(`${city} has no ${name} in ${year}`)
  return toDay(found.date)
}

function lastSaturday(year: number): number {
  const last = toDay(`${year}-08-31`)
  return last - ((new Date(last * DAY).getUTCDay() + 1) % 7)
}

/** The day of the event of each feast in a year. */
const feastDays: Readonly<Record<FeastName, (year: number) => number>> = {
  christmas: (year) => toDay(`${year}-12-21`),
  newYear: (year) => toDay(`${year}-12-31`),
  carnival: (year) => findHoliday('berlin', year, 'Easter Sunday') - 50,
  easter: (year) => findHoliday('berlin', year, 'Easter Sunday') - 1,
  eid: (year) => findHoliday('cairo', year, 'End of Ramadan') + 1, // in India, the feast begins a day later
  holi: (year) => readIndianFeast('holi', year),
  diwali: (year) => readIndianFeast('diwali', year) - 1,
  springFestival: (year) => findHoliday('shanghai', year, 'Spring Festival') + 1,
  midAutumn: (year) => findHoliday('shanghai', year, 'Mid-Autumn'),
  bastilleDay: (year) => toDay(`${year}-07-13`),
  museumNight: lastSaturday,
}

/** Returns the differences between days, which are shorter than the days. The first is the day itself. */
const toSteps = (days: readonly number[]): readonly number[] =>
  days.map((day, index) => day - (days[index - 1] ?? 0))

/** Returns the content of `fixtures/calendar.json`: days since 1970 as differences, by city and by feast, and the first days of Ramadan. */
export function createCalendar() {
  const ramadan = years.flatMap((year) => findDays(year, 'islamic-umalqura', 9, 1))
  return {
    holidays: mapKeys(regions, (city) => toSteps(listHolidays(city))),
    feasts: mapKeys(feastDays, (name) => toSteps(years.map(feastDays[name]))),
    ramadan: toSteps(ramadan),
  }
}

const mapKeys = <K extends string, T>(table: Readonly<Record<K, unknown>>, read: (key: K) => T) =>
  Object.fromEntries(Object.keys(table).map((key) => [key, read(key as K)])) // the keys of the table
