import type { Api } from '../api.ts'
import type { SnippetEntry, SnippetSetup } from './snippet-input.ts'

/** The used part of a snapshot of a world. */
interface SnapshotPart {
  readonly seed: number
  readonly events: number
  readonly scenario: string
  readonly anchor: string
  readonly now: string
  readonly records: object
}

/** A site as the mock lists it. */
export interface SiteAddress {
  readonly language: string
  /** The path of the service below the world: `/de/cal/events/v1`. */
  readonly path: string
}

/** Loads the settings of the mock and of the chosen world, which a snippet needs to repeat a request. */
export async function loadSetup(
  api: Api,
  sites: readonly SiteAddress[],
  entry?: Pick<SnippetEntry, 'requestHeaders'>,
): Promise<SnippetSetup> {
  const [first] = sites
  const [snapshot, index, { faults }] = await Promise.all([
    api.control<SnapshotPart>('GET', 'world'),
    api.json<{ readonly namespace: string }>({ method: 'GET', path: first?.path ?? '' }),
    api.control<{ readonly faults: readonly string[] }>('GET', 'faults'),
  ])
  const { seed, events, records } = snapshot
  const sent = entry?.requestHeaders ?? {}
  return {
    base: api.root,
    sites: sites.map(({ language }) => language),
    root: findRoot(first, index.namespace),
    namespace: index.namespace,
    ...{ seed, events },
    scenario: sent['x-calmock-scenario'] ?? snapshot.scenario,
    anchor: shorten(snapshot.anchor),
    now: shorten(sent['x-calmock-now'] ?? snapshot.now),
    isModified: Object.keys(records).length > 0,
    hasFaults: faults.length > 0,
  }
}

/** Returns the pattern of the REST roots: `/:site/wp-json`. */
function findRoot(site: SiteAddress | undefined, namespace: string): string {
  const { path = '', language = '' } = site ?? {}
  const root = path.slice(0, -namespace.length - 1)
  const segments = root.split('/')
  const position = segments.indexOf(language)
  if (position !== -1) segments[position] = ':site'
  return segments.join('/') || '/'
}

/** Omits milliseconds that are zero. */
const shorten = (instant: string): string => instant.replace('.000Z', 'Z')
