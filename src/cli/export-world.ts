import type { Seed } from '../contract/seed.ts'
import { languages } from '../contract/site.ts'
import type {
  ExportedGroups,
  ExportedLandmarks,
  ExportedLanguage,
  ExportManifest,
} from '../export/exported-seed.ts'
import { type Options, type ResolvedOptions, resolveOptions } from '../options/options.ts'
import { joinScenarioNames } from '../options/resolve-scenarios.ts'
import { seededId } from '../seed/ids.ts'
import type { Landmarks } from '../seed/landmarks.ts'
import {
  createInlineSeed,
  inlineSource,
  landmarks,
  readInlineMessages,
} from '../source/inline-source.ts'
import { createSeedFactory } from '../world/seed-factory.ts'
import { canShiftDates, compareWeekdays, createDayGenerator } from './weekday-changes.ts'

/** The content of `world.json`, of `landmarks.json`, and of `world.<language>.json` for each language. */
export interface ExportedWorld {
  readonly manifest: ExportManifest
  readonly landmarks: ExportedLandmarks
  readonly languages: readonly (readonly [code: string, content: ExportedLanguage])[]
}

/** Generates the files of an export, dated around `anchor`. Calls `onLanguage` before it generates the records of a language. */
export function exportWorld(
  options: Options,
  anchor: Date,
  onLanguage?: (language: string) => void,
): ExportedWorld {
  const resolved = resolveOptions(options, readInlineMessages)
  createSeedFactory(resolved, inlineSource())(resolved.scenario, anchor) // throws for invalid data
  const canShift = canShiftDates(resolved, anchor)
  const generate = createDayGenerator(resolved, anchor)
  return {
    languages: languages.map((language) => {
      onLanguage?.(language)
      const records = generate(language, 0)
      const weekdays = canShift ? compareWeekdays(language, records, generate) : []
      return [language, { records, weekdays }] as const
    }),
    manifest: createManifest(options, resolved, { anchor, canShift }),
    landmarks: removeUrls(landmarks),
  }
}

function createManifest(
  options: Options,
  resolved: ResolvedOptions,
  { anchor, canShift }: { readonly anchor: Date; readonly canShift: boolean },
): ExportManifest {
  const { seed, events, scenario } = resolved
  const plain = createInlineSeed({ ...resolved, anchor })
  const parts = listScenarioParts(resolved, options)
  // a page has neither records for other days nor the functions that generate them: its clock is fixed
  const isFixed = !canShift && parts.some((part) => typeof part !== 'string')
  const now = isFixed ? anchor.toISOString() : (options.now ?? 'today')
  return {
    options: { ...options, now, scenario: parts },
    anchor: anchor.toISOString().slice(0, 10),
    canShift,
    seed,
    events,
    scenario: joinScenarioNames(scenario),
    firstFreeId: plain.firstFreeId,
    ...(plain.members && { groups: listGroups(plain, plain.members) }),
  }
}

/** Returns the number of groups of each kind, and the groups that lack a language. */
function listGroups({ kinds }: Seed, members: NonNullable<Seed['members']>): ExportedGroups {
  const counts: Record<string, number> = {}
  const incomplete: Record<string, readonly number[]> = {}
  for (const [position, kind] of kinds.entries()) {
    for (let ordinal = 0; ; ordinal++) {
      const group = seededId(ordinal, position, 0)
      const ids = members(kind, group)
      if (ids.length === 0) break
      counts[kind] = ordinal + 1
      if (ids.length < languages.length) incomplete[group] = ids
    }
  }
  return { counts, incomplete }
}

/** Returns the names of built-in scenarios, and the users' scenarios without their functions, which JSON cannot contain. */
function listScenarioParts({ scenario }: ResolvedOptions, options: Options) {
  const parts = [options.scenario ?? ''].flat()
  const userScenarios = parts.filter((part) => typeof part !== 'string')
  return scenario.map(({ name, about }) =>
    userScenarios.some((part) => part.name === name) ? { name, about } : name,
  )
}

/** Returns the landmarks without their URLs, which are a fifth of `landmarks.json`. */
const removeUrls = (landmarks: Landmarks): ExportedLandmarks =>
  JSON.parse(JSON.stringify(landmarks, (key, value) => (key === 'url' ? undefined : value)))
