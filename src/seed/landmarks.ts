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

/** A record that is in every world of the scenario `city`, whatever its seed and size. */
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

/**
 * The records that are written by hand, by name: their IDs and slugs in every language. Each event
 * takes place at the venue, and is held by the organizer, of its own place in the list.
 */
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

function categoryText({ groups, formats }: Words, name: Group | FormatName) {
  return name in groups ? groups[name as Group] : formats[name as FormatName].category // one of the two
}

function createLandmarks<Name extends string>(
  kind: string,
  names: readonly Name[],
  titleOf: (words: Words, name: Name) => string,
): Readonly<Record<Name, Landmark>> {
  const each = <T>(give: (code: LanguageCode) => T) =>
    Object.fromEntries(languages.map((code) => [code, give(code)])) as Record<LanguageCode, T> // all codes
  const entries = names.map((name, ordinal): [Name, Landmark] => [
    name,
    {
      id: each((code) => createSeededId(kind, ordinal, code)),
      slug: each((code) => toSlug(titleOf(packs[code], name), code)),
    },
  ])
  return Object.fromEntries(entries) as Record<Name, Landmark> // all names
}

function keysOf<T extends object>(table: T): readonly (keyof T & string)[] {
  return Object.keys(table) as (keyof T & string)[] // tables here have no other keys
}

/** An object whose parts are made when they are looked at: at the start of a program nobody does. */
function defineLazily<T extends object>(makers: { readonly [K in keyof T]: () => T[K] }): T {
  const made: Partial<T> = {}
  const properties = keysOf(makers).map((name) => {
    const get = (): T[typeof name] => {
      const part = made[name] ?? makers[name]()
      made[name] = part
      return part
    }
    return [name, { enumerable: true, get }]
  })
  return Object.defineProperties({}, Object.fromEntries(properties)) as T // it has all its parts
}
