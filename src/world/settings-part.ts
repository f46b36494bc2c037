import { parseDelay } from '../faults/delay-range.ts'
import { FaultChooser, parseFaultRules } from '../faults/fault-rules.ts'
import type { ResolvedOptions } from '../options/options.ts'
import {
  parseSettings,
  type SettingsChange,
  settingNames,
  type WorldSettings,
} from '../options/world-settings.ts'
import { invalidSnapshot, readObject } from './read-changes.ts'
import type { Members, StatePart } from './state-part.ts'

/** The settings of one world. They start with the values of the options. */
export class SettingsPart implements StatePart {
  readonly #initial: WorldSettings
  readonly #seed: number
  readonly #log: { max: number }
  #current: WorldSettings
  #planner: FaultChooser

  constructor(options: Pick<ResolvedOptions, 'seed' | 'worldSettings'>, log: { max: number }) {
    const { seed, worldSettings } = options
    this.#seed = seed
    this.#initial = worldSettings
    this.#log = log
    this.#current = worldSettings
    this.#planner = this.#createPlanner()
  }

  get isModified(): boolean {
    return this.#findChanged() !== undefined
  }

  get version(): unknown {
    return this.#current
  }

  reset(): void {
    this.#restore()
  }

  save(): Members {
    return { settings: this.#findChanged() ?? null }
  }

  read({ settings }: Members): () => void {
    const stored = readObject('settings', settings ?? {})
    const unknown = Object.keys(stored).find((name) => !settingNames.includes(name))
    if (unknown !== undefined)
      throw invalidSnapshot('the name of a setting', unknown, settingNames.join(', '))
    const read = parseSettings(stored)
    return () => this.#restore(read)
  }

  /** The settings. Every change creates another object. */
  get value(): WorldSettings {
    return this.#current
  }

  /** Chooses the fault of each request. A change of the rules or the delay restarts its counts. */
  get planner(): FaultChooser {
    return this.#planner
  }

  /** Returns the settings that differ from the options, or undefined without any. */
  #findChanged(): Partial<WorldSettings> | undefined {
    const names = Object.keys(this.#current) as (keyof WorldSettings)[] // the names of its type
    const changed = names.filter(
      (name) => JSON.stringify(this.#current[name]) !== JSON.stringify(this.#initial[name]),
    )
    if (changed.length === 0) return undefined
    return Object.fromEntries(changed.map((name) => [name, this.#current[name]]))
  }

  /** Changes some settings. Throws `OptionError` for an invalid value, and changes nothing then. */
  change(change: SettingsChange): void {
    this.#replace({ ...this.#current, ...parseSettings(change) })
    if ('faults' in change || 'delay' in change) this.#planner = this.#createPlanner()
  }

  /** Replaces all settings by the settings of the options, except these, which `parseSettings` returned. */
  #restore(settings: Partial<WorldSettings> = {}): void {
    this.#replace({ ...this.#initial, ...settings })
    this.#planner = this.#createPlanner()
  }

  #replace(settings: WorldSettings): void {
    this.#current = settings
    this.#log.max = settings.maxRequests
  }

  #createPlanner(): FaultChooser {
    const { faults, delay } = this.#current
    return new FaultChooser(parseFaultRules(faults), parseDelay(delay), this.#seed)
  }
}
