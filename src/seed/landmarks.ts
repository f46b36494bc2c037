import { categoryNames } from '../../fixtures/factories/term.ts'
import {
  type EventName,
  type FormatName,
  type Group,
  handWrittenEvents,
  handWrittenOrganizers,
  handWrittenVenues,
  type OrganizerName,
  type Tag,
  tags,
  type VenueName,
} from '../../fixtures/facts.ts'
import { languagePacks as packs } from '../../fixtures/languages/index.ts'
import { type LanguageCode, languages } from '../contract/site.ts'
import { toSlug } from '../contract/slug.ts'
import { createSeededId } from './generator.ts'

/** A record that exists in every world of the scenario `city`, with any seed and size. */
export interface Landmark {
  readonly id: Readonly<Record<LanguageCode, number>>
  readonly slug: Readonly<Record<LanguageCode, string>>
}

export interface Landmarks {
  readonly events: Readonly<Record<EventName, Landmark>>
  readonly venues: Readonly<Record<VenueName, Landmark>>
  readonly organizers: Readonly<Record<OrganizerName, Landmark>>
  readonly categories: Readonly<Record<Group | FormatName, Landmark>>
  readonly tags: Readonly<Record<Tag, Landmark>>
}

/** The hand-written records by name. An event, its venue and its organizer have the same position in their lists. */
export const landmarks: Landmarks = defineLazily({
  events: () =>
    createLandmarks('event', keysOf(handWrittenEvents), (words, name) => words.events[name].title),
  venues: () =>
    createLandmarks('venue', keysOf(handWrittenVenues), (words, name) => words.venues[name].name),
  organizers: () =>
    createLandmarks(
      'organizer',
      handWrittenOrganizers,
      (words, name) => words.organizers[name].name,
    ),
  categories: () =>
    createLandmarks('category', categoryNames, (words, name) => categoryText(words, name).name),
  tags: () => createLandmarks('tag', tags, (words, name) => words.tags[name].name),
})

type Words = (typeof packs)[LanguageCode]

/** Returns the name and description of a group of formats or of a format. */
function categoryText({ groups, formats }: Words, name: Group | FormatName) {
  return name in groups ? groups[name as Group] : formats[name as FormatName].category // one of the two
}

function createLandmarks<Name extends string>(
  kind: string,
  names: readonly Name[],
  readTitle: (words: Words, name: Name) => string,
): Readonly<Record<Name, Landmark>> {
  const forEachLanguage = <T>(create: (code: LanguageCode) => T) =>
    Object.fromEntries(languages.map((code) => [code, create(code)])) as Record<LanguageCode, T> // all codes
  const entries = names.map((name, ordinal): [Name, Landmark] => [
    name,
    {
      id: forEachLanguage((code) => createSeededId(kind, ordinal, code)),
      slug: forEachLanguage((code) => toSlug(readTitle(packs[code], name), code)),
    },
  ])
  return Object.fromEntries(entries) as Record<Name, Landmark> // all names
}

function keysOf<T extends object>(table: T): readonly (keyof T & string)[] {
  return Object.keys(table) as (keyof T & string)[] // tables here have no other keys
}

/** Returns an object whose properties are created on first use, because most programs read few landmarks. */
function defineLazily<T extends object>(creators: { readonly [K in keyof T]: () => T[K] }): T {
  const created: Partial<T> = {}
  const properties = keysOf(creators).map((name) => {
    const get = (): T[typeof name] => {
      const value = created[name] ?? creators[name]()
      created[name] = value
      return value
    }
    return [name, { enumerable: true, get }]
  })
  return Object.defineProperties({}, Object.fromEntries(properties)) as T // it has all properties
}
