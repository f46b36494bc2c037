import { messages } from '../contract/messages/index.ts'
import { defaultLanguage, languages } from '../contract/site.ts'
import { createSeedFactory } from '../create-mock.ts'
import type {
  ExportedLandmarks,
  ExportedLanguage,
  ExportManifest,
} from '../export/exported-seed.ts'
import {
  joinScenarioNames,
  type Options,
  type ResolvedOptions,
  resolveOptions,
} from '../options/options.ts'
import { createSeed } from '../seed/create-seed.ts'
import { generatorSource } from '../seed/generator-source.ts'
import { type Landmarks, landmarks } from '../seed/landmarks.ts'
import { canShiftDates, compareWeekdays, createDayGenerator } from './weekday-changes.ts'

/** The content of `world.json`, and of `world.<language>.json` for each language. */
export interface ExportedWorld {
  readonly manifest: ExportManifest
  readonly languages: readonly (readonly [code: string, content: ExportedLanguage])[]
}

/** Generates the files of an export, dated around `anchor`. Calls `onLanguage` before it generates the records of a language. */
export function exportWorld(
  options: Options,
  anchor: Date,
  onLanguage?: (language: string) => void,
): ExportedWorld {
  const resolved = resolveOptions(options, (code) => messages[code])
  createSeedFactory(resolved, generatorSource())(resolved.scenario, anchor) // throws for invalid data
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
  }
}

function createManifest(
  options: Options,
  resolved: ResolvedOptions,
  { anchor, canShift }: { readonly anchor: Date; readonly canShift: boolean },
): ExportManifest {
  const { seed, events, scenario, sites } = resolved
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
    firstFreeId: createSeed({ ...resolved, anchor }).firstFreeId,
    landmarks: removeUrls(landmarks),
    messages: {
      [defaultLanguage]: messages[defaultLanguage],
      ...Object.fromEntries(sites.map((site) => [site.language, site.messages])),
    },
  }
}

/** Returns the names of built-in scenarios, and the users' scenarios without their functions, which JSON cannot contain. */
function listScenarioParts({ scenario }: ResolvedOptions, options: Options) {
  const parts = [options.scenario ?? ''].flat()
  const userScenarios = parts.filter((part) => typeof part !== 'string')
  return scenario.map(({ name, about }) =>
    userScenarios.some((part) => part.name === name) ? { name, about } : name,
  )
}

/** Returns the landmarks without their URLs, which are a fifth of `world.json`. */
const removeUrls = (landmarks: Landmarks): ExportedLandmarks =>
  JSON.parse(JSON.stringify(landmarks, (key, value) => (key === 'url' ? undefined : value)))
