import { scenarios } from '../../fixtures/scenarios/index.ts'
import { landmarks } from '../../src/index.ts'
import { reportCalendar } from '../calendar-report.ts'
import { formatContradictions, formatShares, formatVariety } from '../format-calendar.ts'
import { formatTable } from '../format-table.ts'
import { measureTexts, type TextReport } from '../measure-texts.ts'
import { formatFields, formatParts, formatRoutes, resourceTables } from './tables/api.ts'
import { formatActions, formatHeaders, formatProblems } from './tables/api-rules.ts'
import { formatControlRoutes } from './tables/control.ts'
import { formatExports, formatTypes, formatWireTypes } from './tables/exports.ts'
import { formatFaults, listFaults, listNetworks } from './tables/faults.ts'
import {
  formatConfigReaders,
  formatGuides,
  formatHosts,
  formatMswUsers,
  formatUses,
} from './tables/hosts.ts'
import { formatNotes } from './tables/notes.ts'
import { formatCommands, formatOptions, optionGroups } from './tables/options.ts'

/** The tables by their names. Each is built only if a document shows it. */
export const tables: Readonly<Record<string, () => string>> = {
  scenarios: () =>
    formatTable(
      ['Scenario', 'What a client sees'],
      scenarios.map(({ name, about }) => [`\`${name}\``, about]),
    ),
  landmarks: () =>
    formatTable(
      ['Object', 'Names'],
      Object.entries(landmarks).map(([kind, named]) => [
        `\`landmarks.${kind}\``,
        Object.keys(named)
          .map((name) => `\`${name}\``)
          .join(', '),
      ]),
    ),
  notes: formatNotes,
  control: formatControlRoutes,
  hosts: formatHosts,
  uses: formatUses,
  guides: formatGuides,
  mswUsers: formatMswUsers,
  configReaders: formatConfigReaders,
  faults: formatFaults,
  faultKinds: listFaults,
  networks: listNetworks,
  commands: formatCommands,
  recordOptions: () => formatOptions(optionGroups.recordOptions()),
  mockOptions: () => formatOptions(optionGroups.mockOptions()),
  serveOptions: () => formatOptions(optionGroups.serveOptions()),
  exportOptions: () => formatOptions(optionGroups.exportOptions()),
  actions: formatActions,
  discoveryRoutes: () => formatRoutes('discovery'),
  headers: formatHeaders,
  problems: formatProblems,
  listFields: () => formatFields('EventList', 'Field of a list'),
  recordParts: formatParts,
  packageExports: formatExports,
  packageTypes: formatTypes,
  wireTypes: formatWireTypes,
  ...resourceTables,
  languages: () => formatLanguages(measureTexts()),
  contradictions: () => formatContradictions(reportCalendar()),
  shares: () => formatShares(reportCalendar()),
  variety: () => formatVariety(reportCalendar()),
}

/** Returns the table of languages. The figures take seconds to measure. */
export const formatLanguages = (reports: readonly TextReport[]): string =>
  formatTable(
    ['Code', 'Letters in its script', 'Words in its language pack', 'Three titles'],
    reports.map(({ language, scriptShare, words, samples }) => [
      `\`${language}\``,
      `${(scriptShare * 100).toFixed(1)} %`,
      words,
      samples.join(' · '),
    ]),
  )
