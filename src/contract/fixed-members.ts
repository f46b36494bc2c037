import { findNearestName, OptionError } from './option-error.ts'

/**
 * The base of objects whose members are fixed: assigning to a member that does not exist throws `OptionError`. The proxy
 * is the last prototype, so that members that exist are read and assigned without it.
 */
// biome-ignore lint/complexity/noStaticOnlyClass: it is a base class
export class FixedMembers {
  static {
    Object.setPrototypeOf(FixedMembers.prototype, new Proxy(Object.prototype, { set: assign }))
  }
}

function assign(_: object, name: string | symbol, value: unknown, receiver: object): boolean {
  if (typeof name === 'symbol')
    return Reflect.defineProperty(receiver, name, { value, configurable: true, writable: true })
  const nearest = findNearestName(name, listMembers(receiver))
  const advice = nearest ? `; did you mean "${nearest}"?` : ''
  throw new OptionError(`unknown property "${name}"${advice}`)
}

const listMembers = (object: object | null): readonly string[] =>
  object === null || object === FixedMembers.prototype
    ? []
    : [...Object.getOwnPropertyNames(object), ...listMembers(Object.getPrototypeOf(object))]

/** Adds members to an object whose members are fixed. */
export const addMembers = <B extends object, A extends object>(base: B, added: A): B & A =>
  Object.defineProperties(base, Object.getOwnPropertyDescriptors(added)) as B & A // it has them now

/** Returns an object that inherits from `base` and has additional members. */
export const extendObject = <B extends object, A extends object>(
  base: B,
  added: A,
): Omit<B, keyof A> & A => addMembers(Object.create(base), added)
