import { type CityName, cityNames } from '../../fixtures/facts/cities.ts'
import type { Scenario } from '../../fixtures/scenario.ts'
import { scenarios } from '../../fixtures/scenarios/index.ts'
import type { Settings } from '../contract/context.ts'
import { invalidOption, OptionError } from '../contract/option-error.ts'
import { neutralPreset, type Preset, type PresetName, presets } from '../contract/presets.ts'
import { defaultSites, type ReadMessages, type Site } from '../contract/site.ts'
import { isRole, roles, type User } from '../contract/user.ts'
import { MINUTE } from '../dates/durations.ts'
import { type BaseUrl, createSites, parseBase, parseNamespace } from './base-url.ts'
import { mockOptions, type Options } from './mock-options.ts'
import { type CompleteValues, checkOptions, omitUndefined, readDefaults } from './option-types.ts'
import { resolveScenarios } from './resolve-scenarios.ts'
import { parseAllSettings, type WorldSettings } from './world-settings.ts'

export type { Options, UserData } from './mock-options.ts'
export type { ScenarioNames, ScenarioOption } from './resolve-scenarios.ts'

/** Parsed and validated options, with defaults. */
export interface ResolvedOptions
  extends Settings,
    Omit<CompleteValues<typeof mockOptions>, keyof Settings | 'scenario' | 'sites' | 'cities'> {
  readonly scenario: readonly Scenario[]
  /** In the order of the table of cities. Undefined if there are records of all of them. */
  readonly cities: readonly CityName[] | undefined
  /** The scenarios that can be selected by name: the custom scenarios, then the built-in scenarios. */
  readonly scenarios: readonly Scenario[]
  readonly sites: readonly Site[]
  readonly readMessages: ReadMessages
  readonly base: BaseUrl
  /** In ms. */
  readonly worldIdle: number
  readonly worldSettings: WorldSettings
}

/** Validates the options and adds defaults. Throws `OptionError` for an invalid value. */
export function resolveOptions(options: Options, readMessages: ReadMessages): ResolvedOptions {
  checkOptions(options, mockOptions)
  const sent = omitUndefined(options)
  const preset = findPreset(sent.preset)
  const all = {
    ...readDefaults(mockOptions),
    perPage: preset.perPage,
    geolocation: !preset.followsService,
    tickets: !preset.followsService,
    ...sent,
    ...resolvePaths(sent),
  }
  checkToken(all.token)
  const scenario = resolveScenarios(all.scenario, scenarios)
  return {
    ...all,
    events: all.empty ? 0 : all.events,
    cities: all.cities && parseCities(all.cities),
    scenario,
    scenarios: [...new Set([...scenario, ...scenarios])],
    sites: createSites(all, readMessages),
    readMessages,
    perPage: Math.min(all.perPage, all.maxPerPage),
    namespace: parseNamespace(all.namespace),
    preset,
    users: parseUsers(all.auth ?? []),
    allowOrigin: [all.allowOrigin ?? []].flat(),
    base: parseBase(all),
    worldIdle: all.worldIdle * MINUTE,
    worldSettings: parseAllSettings({ ...all, faults: all.fault ?? [] }),
  }
}

/** Returns the cities without repetitions, or undefined for all. Throws `OptionError` for an unknown city, with the nearest known city. */
function parseCities(names: readonly string[]): readonly CityName[] | undefined {
  const unknown = names.find((name) => !cityNames.some((city) => city === name))
  if (unknown !== undefined || names.length === 0)
    throw invalidOption('cities', unknown ?? '', cityNames)
  const cities = cityNames.filter((city) => names.includes(city))
  return cities.length < cityNames.length ? cities : undefined
}

/** Parses users, each as `user:password` or `user:password:role`. Throws `OptionError` for an invalid text. */
function parseUsers(auth: string | readonly string[]): readonly User[] {
  const users = [auth].flat().map(parseUser)
  const logins = users.map(({ login }) => login)
  const duplicate = logins.find((login, index) => logins.indexOf(login) !== index)
  if (duplicate === undefined) return users
  throw invalidOption('auth of user', duplicate, 'each user once')
}

function parseUser(text: string, index: number): User {
  const [login = '', secret = '', role = 'administrator', ...others] = text.trim().split(':')
  const isComplete = login !== '' && secret.trim() !== '' && others.length === 0
  if (isComplete && isRole(role)) return { id: index + 1, login, secret, role }
  throw invalidOption('auth of user', login, [
    'user:password',
    `user:password:role with one of the roles ${Object.keys(roles).join(', ')}`,
  ])
}

/** Throws `OptionError` if a header cannot contain the token of the control routes. */
export function checkToken(token: string | undefined): void {
  if (token === undefined || /^[\w.~+/-]+=*$/.test(token)) return
  throw new OptionError('invalid token; accepted: letters, digits and -._~+/')
}

export type PathOptions = Pick<Options, 'preset' | 'sites' | 'root' | 'namespace'>

/** Returns the preset with a name, or the neutral preset. Throws `OptionError` for an unknown name. */
function findPreset(name: PresetName | undefined): Preset {
  if (name === undefined) return neutralPreset
  if (Object.hasOwn(presets, name)) return presets[name]
  throw invalidOption('preset', name, Object.keys(presets))
}

/** Returns the options that decide the paths, with the defaults of the preset. */
export function resolvePaths(options: PathOptions): Required<Omit<PathOptions, 'preset'>> {
  const { preset, sites = defaultSites, root, namespace } = options
  const defaults = findPreset(preset)
  const isSingle = new Set(sites).size === 1
  return {
    sites,
    root: root ?? (isSingle ? defaults.singleRoot : defaults.root),
    namespace: namespace ?? defaults.namespace,
  }
}
