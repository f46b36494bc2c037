import type { Engine } from '../engine/handle-request.ts'
import type { ResolvedOptions } from '../options/options.ts'
import { RequestLog } from '../request-log/request-log.ts'

/** The parts of a mock that the log of a world needs. */
interface LogParts {
  readonly options: ResolvedOptions
  readonly engine: Engine
  /** Returns the time of the system clock, in ms since 1970 UTC. */
  systemNow(): number
}

/** Creates the log of a world. */
export const createWorldLog = (world: string, { options, engine, systemNow }: LogParts) =>
  new RequestLog({
    world,
    max: options.worldSettings.maxRequests,
    systemNow,
    findSite(path, query) {
      const match = engine.match(path, query)
      if (!match) return undefined
      return { site: match.site.language, ...(match.path && { path: match.path }) }
    },
  })
