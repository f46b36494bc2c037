import { invalidOption } from '../../contract/option-error.ts'
import { resources } from '../../contract/resources/index.ts'
import { createEndpoints } from '../../contract/route.ts'
import { languages } from '../../contract/site.ts'
import { listErrorStatuses } from '../../engine/openapi/document.ts'
import { type Counts, states } from './collect.ts'

/** The name of what tests can meet, and the scenario, landmark or fault that shows it. */
type Item = Readonly<{ name: string; shownBy?: string }>

/**
 * Creates a report: how much tests can meet in each part, and what they never met. `scope` lists operations with their
 * parameters, as `GET /events?page&search`. Without it, all operations count, and the parameters, statuses and states
 * of the requested operations. Throws `OptionError` for an unknown operation.
 */
export function createReport(met: Counts, scope?: readonly string[]) {
  const all = listOperations()
  const wanted = scope ? scope.map((text) => findOperation(text, all)) : all
  const used = wanted.filter(({ name }) => scope || met[name])
  const items: Readonly<Record<string, readonly Item[]>> = {
    states: Object.entries(states).flatMap(([name, [of, shownBy]]) =>
      used.some(({ operation }) => of(operation)) ? [{ name, shownBy }] : [],
    ),
    statuses: used.flatMap(listStatuses),
    parameters: used.flatMap(({ name, params }) => params.map((p) => ({ name: `${name}?${p}` }))),
    operations: wanted.map(({ name }) => ({ name })),
  }
  const parts = Object.entries(items).map(([part, items]) => {
    const unmet = items.filter(({ name }) => !met[name])
    return { part, total: items.length, unmet }
  })
  return { complete: parts.every(({ unmet }) => unmet.length === 0), parts, met }
}

type NamedOperation = ReturnType<typeof listOperations>[number]

const listOperations = () =>
  createEndpoints(resources, { accepts: languages }, '').flatMap(({ path, operations }) =>
    operations.flatMap((operation) =>
      operation.methods.map((method) => {
        const name = `${method} ${path || '/'}`
        return { name, operation, params: Object.keys(operation.params) }
      }),
    ),
  )

function findOperation(text: string, all: readonly NamedOperation[]): NamedOperation {
  const [name = '', query] = text.split('?')
  const found = all.find((operation) => operation.name === name)
  const names = all.map(({ name }) => name)
  if (!found) throw invalidOption('operation', name, names)
  const params = query?.split('&') ?? []
  const stranger = params.find((param) => !found.params.includes(param))
  if (stranger !== undefined) throw invalidOption(`parameter of ${name}`, stranger, found.params)
  return { ...found, params }
}

/** Returns the statuses of an operation, without 415 and others about the form of a request. */
const listStatuses = ({ name, operation }: NamedOperation): readonly Item[] => [
  { name: `${name} ${operation.action === 'create' ? 201 : 200}` },
  ...['400', ...listErrorStatuses(operation)]
    .filter((status) => status !== '415')
    .map((status) => ({ name: `${name} ${status}`, shownBy: `fault ${name} ${status}` })),
]

/** Returns the report in some lines. `file` has all of it. */
export function formatReport(report: ReturnType<typeof createReport>, file: string): string {
  const { complete, parts } = report
  const numbers = parts.map(({ part, total, unmet }) => `${part} ${total - unmet.length}/${total}`)
  const sections = parts.flatMap(({ part, unmet }) => {
    const lines = unmet.map(({ name, shownBy }) => `  ${name}${shownBy ? `: ${shownBy}` : ''}`)
    const hidden = lines.splice(10).length // ten below each heading are short enough to read
    if (hidden > 0) lines.push(`  and ${hidden} more, in ${file}`)
    return lines.length > 0 ? [`${part} never met:`, ...lines] : []
  })
  const summary = `calmock coverage${complete ? ' is complete' : ''}: ${numbers.join(', ')}`
  return [summary, ...sections].join('\n')
}
