import { shapeTitle } from '../../fixtures/factories/event-texts.ts'
import { type CategoryName, categoryNames, categoryWords } from '../../fixtures/factories/term.ts'
import {
  type EventName,
  handWrittenEvents,
  handWrittenOrganizers,
  handWrittenVenues,
  type OrganizerName,
  type ShapeName,
  shapes,
  type Tag,
  tags,
  type VenueName,
} from '../../fixtures/facts/index.ts'
import type { LanguagePack } from '../../fixtures/languages/language.ts'
import type { LanguageCode } from '../contract/site.ts'
import { toSlug } from '../contract/slug.ts'
import { createSeededId, type ReadPack } from './create-seed.ts'
import { type ByLanguage, forEachLanguage, landmarkUrls } from './ids.ts'

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

/** The landmarks by collection and name. */
export interface Landmarks {
  /** The hand-written events, then one event for each state of a user interface. */
  readonly events: Readonly<Record<EventName | ShapeName, Landmark>>
  readonly venues: Readonly<Record<VenueName, Landmark>>
  readonly organizers: Readonly<Record<OrganizerName, Landmark>>
  readonly categories: Readonly<Record<CategoryName, Landmark>>
  readonly tags: Readonly<Record<Tag, Landmark>>
}

/** Returns the landmarks. Their titles and slugs read the pack of one language each, on first use. */
export function createLandmarks(readPack: ReadPack): Landmarks {
  const create = <Name extends string>(
    kind: keyof typeof collections,
    names: readonly Name[],
    readTitle: (words: LanguagePack, name: Name) => string,
  ): Readonly<Record<Name, Landmark>> => {
    const entries = names.map((name, ordinal) => {
      const readName = (code: LanguageCode) => readTitle(readPack(code), name)
      return [name, createLandmark(kind, ordinal, readName)]
    })
    return Object.fromEntries(entries) as Record<Name, Landmark> // the table has all names
  }
  return defineLazily({
    events: () => create('event', [...keysOf(handWrittenEvents), ...keysOf(shapes)], eventTitle),
    venues: () =>
      create('venue', keysOf(handWrittenVenues), ({ venues }, name) => venues[name].name),
    organizers: () =>
      create(
        'organizer',
        keysOf(handWrittenOrganizers),
        ({ organizers }, name) => organizers[name].name,
      ),
    categories: () =>
      create('category', categoryNames, (words, name) => categoryWords(words, name).name),
    tags: () => create('tag', tags, ({ tags }, name) => tags[name].name),
  })
}

const eventTitle = (words: LanguagePack, name: EventName | ShapeName): string =>
  name in shapes ? shapeTitle(words, name as ShapeName) : words.events[name as EventName].title // a name is a key of either table

/** The collections of the kinds, which are part of paths. */
const collections = {
  event: 'events',
  venue: 'venues',
  organizer: 'organizers',
  category: 'categories',
  tag: 'tags',
} as const

function createLandmark(
  kind: keyof typeof collections,
  ordinal: number,
  readTitle: (code: LanguageCode) => string,
): Landmark {
  const id = forEachLanguage((code) => createSeededId(kind, ordinal, code))
  return {
    id,
    slug: defineLazily(forEachLanguage((code) => () => toSlug(readTitle(code), code))),
    title: defineLazily(forEachLanguage((code) => () => readTitle(code))),
    url: landmarkUrls(collections[kind], id),
  }
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
