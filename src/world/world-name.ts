import type { MockRequest } from '../engine/http-message.ts'
import type { BaseUrl } from '../options/base-url.ts'

/** A path below the base URL and the prefix of a world. */
export interface WorldPath {
  readonly path: string
  /** The base path, and `/~{world}` if the path names a world. */
  readonly prefix: string
  readonly world?: string
}

/** Splits a path into base, world and rest. Returns undefined for a path that is not below the base. */
export function parseWorldPath(path: string, base: BaseUrl): WorldPath | undefined {
  if (path !== base.path && !path.startsWith(`${base.path}/`)) return undefined
  const rest = path.slice(base.path.length) || '/'
  const [, world, below = '/'] = /^\/~([^/]*)(\/.*)?$/.exec(rest) ?? []
  if (world === undefined) return { path: rest, prefix: base.path }
  return { path: below, prefix: `${base.path}/~${world}`, world }
}

/** Returns the world that the header of a request names, else its cookie. */
export function readWorldName({ header }: MockRequest): string | undefined {
  const named = header('x-calmock-world')
  if (named) return named
  const [, cookie] = /(?:^|;\s*)calmock_world=([^;]*)/.exec(header('cookie') ?? '') ?? []
  return cookie?.trim() || undefined
}
