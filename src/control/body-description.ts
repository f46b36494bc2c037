import type { Schema } from '../contract/params/param.ts'
import { objectSchema } from '../contract/resource.ts'

/** The body of a request to a control route. */
export interface BodyDescription {
  /** The schema of an object. Other properties than its own are rejected, unless the handler checks the body. */
  readonly schema: Schema
  /** The names of the properties. Undefined if the handler checks the body. */
  readonly properties?: readonly string[]
  /** True if a body without properties is rejected. */
  readonly isRequired: boolean
}

/** Describes a body with these properties. At least one is required. */
export const requireOneOf = (properties: Readonly<Record<string, Schema>>): BodyDescription => ({
  schema: { ...objectSchema({}, properties), additionalProperties: false, minProperties: 1 },
  properties: Object.keys(properties),
  isRequired: true,
})

/** Describes a body with these properties, all of them optional. */
export const allow = (properties: Readonly<Record<string, Schema>>): BodyDescription => ({
  schema: { ...objectSchema({}, properties), additionalProperties: false },
  properties: Object.keys(properties),
  isRequired: false,
})
