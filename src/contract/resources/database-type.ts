import type { imageModel } from '../params/image.ts'
import type { termDefaults } from '../term.ts'
import type { categoryDefaults } from './category.ts'
import type { eventDefaults } from './event.ts'
import type { organizerDefaults } from './organizer.ts'
import type { venueDefaults } from './venue.ts'

/** The columns of each kind of record, with their default values. */
interface Defaults {
  readonly event: typeof eventDefaults
  readonly venue: typeof venueDefaults
  readonly organizer: typeof organizerDefaults
  readonly category: typeof categoryDefaults
  readonly tag: typeof termDefaults
  readonly picture: typeof imageModel.defaults
  readonly venuePicture: typeof imageModel.defaults
}

/** The `@mswjs/data` database of a world: its records by kind. Entities are frozen, and a write makes a new one. */
export type Database = {
  readonly [Kind in keyof Defaults]: EntityTable<Entity<Defaults[Kind]>>
}

/** A stored record. Links are IDs, and dates `YYYY-MM-DD HH:MM:SS`. */
export type Entity<Columns> = {
  readonly id: number
  /** The stored form: percent-encoded, in lower case. */
  readonly slug: string
  readonly language: string
  /** Shared by a record and its translations. */
  readonly group: number
} & { readonly [Name in keyof Columns]: Widened<Columns[Name]> }

type Widened<T> = T extends string
  ? string
  : T extends number
    ? number
    : T extends boolean
      ? boolean
      : T

/** The methods of `@mswjs/data` for the entities of a kind. With `strict`, they throw if no entity matches. */
export interface EntityTable<E> {
  create(values?: Partial<E>): E
  count(query?: EntityQuery<E>): number
  getAll(): E[]
  findFirst<Q extends EntityQuery<E>>(query: Q): Found<Q, E>
  findMany(query: Partial<EntityQuery<E>> & EntityPage<E>): E[]
  update<Q extends EntityUpdate<E>>(query: Q): Found<Q, E>
  updateMany<Q extends EntityUpdate<E>>(query: Q): Found<Q, E[]>
  delete<Q extends EntityQuery<E>>(query: Q): Found<Q, E>
  deleteMany<Q extends EntityQuery<E>>(query: Q): Found<Q, E[]>
}

type Found<Query, Result> = Query extends { readonly strict: true } ? Result : Result | null

/** The entities that a query finds. Columns of IDs cannot be compared. */
export interface EntityQuery<E> {
  readonly where: { readonly [Name in keyof E]?: Comparators<NonNullable<E[Name]>> }
  readonly strict?: boolean
}

export interface EntityUpdate<E> extends EntityQuery<E> {
  readonly data: { readonly [Name in keyof E]?: E[Name] | ((value: E[Name], entity: E) => E[Name]) }
}

/** The part of the found entities that `findMany` returns, and its order. */
export interface EntityPage<E> {
  readonly take?: number
  readonly skip?: number
  /** The ID after which the page starts. */
  readonly cursor?: number | null
  readonly orderBy?: EntityOrder<E> | readonly EntityOrder<E>[]
}

type EntityOrder<E> = { readonly [Name in keyof E]?: 'asc' | 'desc' }

type Comparators<T> = T extends readonly unknown[]
  ? never
  : Partial<
      Record<'equals' | 'notEquals', T> &
        (T extends boolean
          ? unknown
          : Record<'gt' | 'gte' | 'lt' | 'lte', T> & Record<'in' | 'notIn', T[]>) &
        (T extends string ? Record<'contains' | 'notContains', T> : unknown) &
        (T extends number ? Record<'between' | 'notBetween', [T, T]> : unknown)
    >
