import { isLoopback } from '../../engine/access.ts'

/**
 * Returns the `Host` of a request that came over a network to another name than this machine's. A request that
 * a program creates has no `Host`.
 */
export function readPublicHost({ headers }: Request): string | undefined {
  const host = headers.get('host')
  return host === null || isLoopback(host.replace(/:\d*$/, '')) ? undefined : host
}

/** Returns a function that warns once that others can reach the mock, unless control routes need a token. */
export function createPublicHostWarning(token: string | undefined): (host: string) => void {
  let hasWarned = token !== undefined
  return (host) => {
    if (hasWarned) return
    hasWarned = true
    console.warn(
      `[calmock] a request has the Host ${JSON.stringify(host)}: everyone who can reach it can read and change the records. Control routes return 403 there; set the option token to use them`,
    )
  }
}
