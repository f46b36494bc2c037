import type { MockRequest } from '../engine/http-message.ts'

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
