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
import type { LanguageCode } from '../contract/site.ts'
import { toSlug } from '../contract/slug.ts'
import { createSeededId } from './generator.ts'
import { type ByLanguage, forEachLanguage, landmarkUrls } from './landmark-urls.ts'

/** A record that exists in every world of the scenario `city`, with any seed and size. */
export interface Landmark {
  readonly id: ByLanguage<number>
  readonly slug: ByLanguage<string>
  /** The title of an event, or the name of another record. */
  readonly title: ByLanguage<string>
  /**
   * The path of the record on the site of the language: `/de/cal/events/v1/events/104`. It contains the
   * default root and namespace. `GET /__calmock/landmarks` returns the URLs of a mock with others.
   */
  readonly url: ByLanguage<string>
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

/** The collections of the kinds, which are part of paths. */
const collections = {
  event: 'events',
  venue: 'venues',
  organizer: 'organizers',
  category: 'categories',
  tag: 'tags',
} as const

type Words = (typeof packs)[LanguageCode]

/** Returns the name and description of a group of formats or of a format. */
function categoryText({ groups, formats }: Words, name: Group | FormatName) {
  return name in groups ? groups[name as Group] : formats[name as FormatName].category // one of the two
}

function createLandmarks<Name extends string>(
  kind: keyof typeof collections,
  names: readonly Name[],
  readTitle: (words: Words, name: Name) => string,
): Readonly<Record<Name, Landmark>> {
  const createLandmark = (name: Name, ordinal: number): Landmark => {
    const id = forEachLanguage((code) => createSeededId(kind, ordinal, code))
    const title = forEachLanguage((code) => readTitle(packs[code], name))
    return {
      id,
      slug: forEachLanguage((code) => toSlug(title[code], code)),
      title,
      url: landmarkUrls(collections[kind], id),
    }
  }
  const entries = names.map((name, ordinal) => [name, createLandmark(name, ordinal)])
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
