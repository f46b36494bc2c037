import { invalidOption } from '../contract/option-error.ts'
import { neutralPreset, type Preset, type PresetName, presets } from '../contract/presets.ts'
import { defaultSites } from '../contract/site.ts'

/** The options that decide the paths of a mock. */
interface PathOptions {
  readonly preset?: PresetName
  readonly sites?: readonly string[]
  readonly root?: string
  readonly namespace?: string
}

/** Returns the preset with a name, or the neutral one. Throws `OptionError` for an unknown name. */
export function findPreset(name: PresetName | undefined): Preset {
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
