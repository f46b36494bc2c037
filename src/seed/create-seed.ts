import { type Factory, factories } from '../../fixtures/factories/index.ts'
import { createPlan, type Plan } from '../../fixtures/plan/index.ts'
import { createRandom } from '../../fixtures/random.ts'
import { countEventsFor, type Drafts, type Scenario } from '../../fixtures/scenario.ts'
import { formatDateTime, parseDateTime } from '../contract/dates/date-time.ts'
import { invalidOption } from '../contract/option-error.ts'
import type { Row } from '../contract/resource.ts'
import type { Seed } from '../contract/seed.ts'
import { type LanguageCode, languages } from '../contract/site.ts'
import {
  createSeededId,
  findFactory,
  numberSlugs,
  type ReadPack,
  RecordGenerator,
} from './generator.ts'
import { languageOfSeededId, parseSeededId, STRIDE } from './ids.ts'

export interface SeedOptions {
  /** The random seed: the same seed, size, scenario and anchor generate the same bytes. */
  readonly seed: number
  /** The number of events. The numbers of venues and organizers depend on it. */
  readonly events: number
  /** The scenarios, in the order of their application. */
  readonly scenario: readonly Scenario[]
  /** The clock when the world is created. All dates are offsets from its day. */
  readonly anchor: Date
  /** Called before many records are generated. */
  readonly onProgress?: (kind: string, language: string, count: number) => void
}

/** The generation of this many records takes a second or more. */
const PROGRESS_COUNT = 100_000

export function createSeed(options: SeedOptions, readPack: ReadPack): Seed {
  const { seed, scenario, anchor } = options
  const events = countEventsFor(scenario, options.events)
  const midnight = parseDateTime(`${formatDateTime(anchor.getTime()).slice(0, 10)} 00:00:00`)
  const generators = new Map<string, RecordGenerator>()
  const changed = new Map<string, Drafts>()
  const readPlan = createPlanReader(seed, events, midnight)
  const firstFreeId = (Math.max(0, ...factories.map(({ count }) => count(events))) + 1) * STRIDE
  const isPlain = scenario.every(({ change }) => change === undefined)

  function generatorFor(language: string): RecordGenerator {
    const code = language as LanguageCode // generators exist for known languages only
    const parts = { seed, events, midnight, language: code, readPack, readPlan, generatorFor }
    const generator = generators.get(language) ?? new RecordGenerator(parts)
    generators.set(language, generator)
    return generator
  }

  function generate(kind: string, language: string): readonly Row[] {
    const count = findFactory(kind)?.count(events) ?? 0
    if (count >= PROGRESS_COUNT) options.onProgress?.(kind, language, count)
    if (isPlain) return generatorFor(language).rows(kind)
    const drafts = changed.get(language) ?? applyScenario(scenario, generatorFor(language))
    changed.set(language, drafts)
    return numberSlugs(kind, drafts[kind] ?? [])
  }

  return {
    languages,
    kinds: factories.map(({ kind }) => kind),
    events,
    firstFreeId,
    languageOf: (id) => languageOfSeededId(id, firstFreeId),
    generate,
    // a scenario that changes records can add and remove translations
    ...(isPlain && { members: (kind, group) => findMembers(kind, group, events, generatorFor) }),
  }
}

/** Returns a function that creates the plan of a world on first use. `midnight` is in milliseconds, UTC. */
function createPlanReader(seed: number, events: number, midnight: number): () => Plan {
  const drawRandom = (kind: string, ordinal: number) => createRandom(seed, kind, ordinal)
  let plan: Plan | undefined
  return () => {
    plan ??= createPlan(events, { midnight, drawRandom })
    return plan
  }
}

/** Applies scenarios to the records of one language. Throws `OptionError` for a scenario that returns anything but records. */
const applyScenario = (scenario: readonly Scenario[], generator: RecordGenerator): Drafts =>
  scenario.reduce((drafts, { name, change }) => {
    const changed: unknown = change?.(drafts, generator) ?? drafts
    requireDrafts(changed, name)
    return changed
  }, generator.draftsOf(generator.language))

function requireDrafts(changed: unknown, name: string): asserts changed is Drafts {
  const accepted = 'a change that returns lists of records by kind'
  if (!isObject(changed)) throw invalidOption('scenario', name, `${accepted}, not ${changed}`)
  if ('then' in changed) throw invalidOption('scenario', name, `${accepted}, not a promise`)
  for (const [kind, drafts] of Object.entries(changed)) {
    const isList =
      Array.isArray(drafts) && drafts.every((draft) => isObject(draft) && 'id' in draft)
    if (!isList) throw invalidOption('scenario', name, `${accepted}; each ${kind} has an id`)
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Returns the IDs of the translations that a plain seed has in a group. */
function findMembers(
  kind: string,
  group: number,
  events: number,
  generatorFor: (language: string) => RecordGenerator,
): readonly number[] {
  const { ordinal, kind: position } = parseSeededId(group)
  const factory: Factory | undefined = factories[position]
  const isSeeded = ordinal >= 0 && ordinal < (factory?.count(events) ?? 0)
  if (!isSeeded || factory?.kind !== kind || group !== createSeededId(kind, ordinal, languages[0]))
    return []
  return languages
    .filter((language) => generatorFor(language).has(factory, ordinal))
    .map((language) => createSeededId(kind, ordinal, language))
}
