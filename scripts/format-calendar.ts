import { type CalendarReport, formatPercent } from './calendar-report.ts'
import { formatTable } from './format-table.ts'

/** Contradictions among 300 events of the first edition, as two readers counted them. */
const firstEdition: Readonly<Record<string, string>> = {
  'a work has one author': '51 to 80 events',
  'a person has one profession': '11 people with three or more',
  'a person is in one place at a time': '1',
  'a venue has one event at a time': '1 to 3',
  'the organizer works in the field and the city': '93 of 110 events',
  'the format fits the venue': '7 cooking courses without a kitchen',
  'the course fits the topic': '24',
  'open air is tagged where it is': '8 to 10',
  'local artists live in the city': '11',
  'late nights end after 23:00': '13',
  'the weekend follows the country': '12',
  'free entry costs nothing': '0',
  'a premiere is the first performance in the city': 'not counted',
  'closing sentences are true of the event':
    '29 “in any weather” indoors, 11 free companions of free events',
  'walks and rides take place in daylight': 'not counted',
  'street, district and postal code belong together':
    'all 12 in London, 7 of 7 in Cairo, 4 of 8 in Shanghai',
  'no two venues have the same address': 'not counted',
  'children are not invited in school hours': 'not counted',
  'no telephone number twice': '19 numbers',
  'no two venues have the same name': '1',
  'no two organizers have the same name': '2',
  'nothing ordinary takes place on a public holiday': '6 to 16',
  'no food and nothing by day in Ramadan in Cairo': '4',
  'leisure by day is at the weekend': '35 of 55 on working days',
  'events with the tag say how to register': '30 of 45 not',
  'events for children are tagged': '17 of 35 not',
}

/** Shares that readers counted in the edition before, by the sentence of the share. */
const lastEdition: Readonly<Record<string, string>> = {
  'on a weekend': '25 %',
  'music and stage in the evening, from Thursday to Saturday': '22 % on Friday and Saturday',
  'leisure before 15:00, at the weekend': '36 %',
  'by municipal offices': '69 %',
  'without a closing sentence': '13 to 22 %',
  'with a reduced price, where entry costs something': 'none',
}

/** Returns the table of shares now and in the edition before. */
export const formatShares = ({ shares }: CalendarReport): string =>
  formatTable(
    ['Events', 'Share, of 15,000', 'In the edition before, of 300'],
    [...shares].map(([name, share]) => [name, formatPercent(share), lastEdition[name] ?? '']),
  )

/** Returns the table of contradictions now and in the first edition of the data. */
export const formatContradictions = ({ contradictions }: CalendarReport): string =>
  formatTable(
    ['Rule', 'Broken, in 15,000 events', 'In the first edition, in 300 events'],
    [...contradictions].map(([rule, count]) => [rule, count, firstEdition[rule] ?? '']),
  )

/** Returns the table of variety, with the first edition in its last row. */
export const formatVariety = ({ variety }: CalendarReport): string =>
  formatTable(
    [
      '300 events',
      'Distinct titles',
      'Commonest pattern of titles',
      'Colons in titles',
      'Colons in excerpts',
      'Distinct first sentences',
      'Distinct paragraphs',
    ],
    [
      ...[...variety].map(([code, measured]) => [
        `\`${code}\``,
        ...[
          measured.titles,
          measured.commonestTitle,
          measured.titleColons,
          measured.excerptColons,
          measured.firstSentences,
          measured.paragraphs,
        ].map(formatPercent),
      ]),
      ['the edition before', '99 %', '2 to 3 %', '71 to 87 %', '50 to 73 %', '68 %', '56 %'],
      ['the first edition', '96 %', '26 %', 'not counted', 'not counted', '40 %', '19 %'],
    ],
  )
