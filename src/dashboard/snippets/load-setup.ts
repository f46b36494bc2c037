import type { LoggedRequest } from '../../control/request-log/logged-request.ts'
import type { Api } from '../api.ts'

/** An entry of the request log with the settings of its mock. */
export interface SnippetInput {
  readonly entry: Pick<
    LoggedRequest,
    | ('method' | 'url' | 'path' | 'site' | 'world' | 'status' | 'fault' | 'delay')
    | ('requestHeaders' | 'requestBody' | 'responseBody' | 'truncated')
  >
  readonly setup: Awaited<ReturnType<typeof loadSetup>>
}

interface SiteAddress {
  readonly language: string
  /** The path of the service below the world: `/de/cal/events/v1`. */
  readonly path: string
}

/** The used part of a snapshot of a world. */
interface SnapshotPart {
  readonly seed: number
  readonly events: number
  readonly scenario: string
  readonly anchor: string
  readonly now: string
  readonly records: object
}

/** Loads the settings of the mock and of the chosen world, which a snippet needs to repeat a request. */
export async function loadSetup(
  api: Api,
  sites: readonly SiteAddress[],
  { requestHeaders: sent }: Pick<LoggedRequest, 'requestHeaders'>,
) {
  const [{ path, language } = { path: '', language: '' }] = sites
  const [snapshot, { namespace }, { faults }] = await Promise.all([
    api.control<SnapshotPart>('GET', 'world'),
    api.json<{ readonly namespace: string }>({ method: 'GET', path }),
    api.control<{ readonly faults: readonly string[] }>('GET', 'faults'),
  ])
  const root = path.slice(0, -namespace.length - 1).split('/')
  if (root.includes(language)) root[root.indexOf(language)] = ':site'
  return {
    /** The URL of the mock without a world: `http://127.0.0.1:4747`. */
    base: api.root,
    sites: sites.map(({ language }) => language),
    root: root.join('/') || '/',
    namespace,
    seed: snapshot.seed,
    events: snapshot.events,
    scenario: sent['x-calmock-scenario'] ?? snapshot.scenario,
    /** The instant that the dates of the records are relative to. */
    anchor: snapshot.anchor.replace('.000Z', 'Z'),
    /** The time of the world's clock when the request was sent. */
    now: (sent['x-calmock-now'] ?? snapshot.now).replace('.000Z', 'Z'),
    /** True if records of the world were written, which a new mock does not have. */
    isModified: Object.keys(snapshot.records).length > 0,
    /** True if the world has faults, which a repeated request could get. */
    hasFaults: faults.length > 0,
  }
}
