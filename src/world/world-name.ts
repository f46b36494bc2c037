import type { MockRequest } from '../engine/http-message.ts'
import { DEFAULT_WORLD } from './worlds.ts'

/** A path below the prefix of a world. */
export interface WorldPath {
  readonly path: string
  /** `/~{world}` if the path names a world, else empty. */
  readonly prefix: string
  readonly world?: string
}

/** Splits a path into the prefix of a world and the rest. */
export function parseWorldPath(path: string): WorldPath {
  const [, world, below = '/'] = /^\/~([^/]*)(\/.*)?$/.exec(path) ?? []
  return world === undefined ? { path, prefix: '' } : { path: below, prefix: `/~${world}`, world }
}

/** Returns the world that the header of a request names, else its cookie. */
export function readWorldName({ header }: Pick<MockRequest, 'header'>): string | undefined {
  const named = header('x-calmock-world')
  if (named) return named
  const [, cookie] = /(?:^|;\s*)calmock_world=([^;]*)/.exec(header('cookie') ?? '') ?? []
  return cookie?.trim() || undefined
}

/**
 * Returns the name of the world that a request selects, which may be invalid, and its path below the prefix.
 * `fallback` is the name for a request without a prefix.
 */
export function selectWorld(
  request: Pick<MockRequest, 'method' | 'path' | 'header'>,
  fallback?: string,
): Pick<WorldPath, 'path' | 'prefix'> & { readonly name: string } {
  const { path, prefix, world } = parseWorldPath(request.path)
  // a preflight carries no headers and changes nothing, so any world can respond to it
  const isPreflight = request.method === 'OPTIONS'
  const selected = isPreflight ? undefined : (world ?? fallback ?? readWorldName(request))
  return { name: selected ?? DEFAULT_WORLD, path, prefix }
}
