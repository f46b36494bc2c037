import type { Schema } from '../../../src/contract/params/param.ts'
import type { ControlOperation } from '../../../src/control/operation.ts'
import { controlRoutes } from '../../../src/control/routes.ts'
import { formatTable } from '../../format-table.ts'
import { formatCode } from './cells.ts'

export const formatControlRoutes = (): string =>
  formatTable(
    ['Route', 'Effect', 'Body or query'],
    Object.entries(controlRoutes).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, operation]) => [
        formatCode(`${method} ${path.slice(1).replace('*', '{name}')}`),
        operation.summary,
        formatInputs(operation),
      ]),
    ),
  )

/** Returns the properties of the body, or the parameters of the query, each on one line. */
function formatInputs({ query = {}, body }: ControlOperation): string {
  if (body && !body.schema.properties) return 'the snapshot'
  const properties = (body?.schema.properties ?? {}) as Readonly<Record<string, Schema>> // an object schema
  return Object.entries({ ...query, ...properties })
    .map(([name, schema]) => formatInput(name, schema))
    .join('<br>')
}

function formatInput(name: string, { description, anyOf, type }: Schema): string {
  const [first] = (anyOf ?? []) as readonly Schema[] // the schemas of an alternative
  const text = description ?? first?.description ?? type
  return `${formatCode(name)}: ${lowerFirst(String(text))}`
}

/** Returns a description in the middle of a sentence, without the full stop. */
const lowerFirst = (text: string): string => {
  const isName = /^[A-Z]{2}/.test(text)
  return (isName ? text : text.charAt(0).toLowerCase() + text.slice(1)).replace(/\.$/, '')
}
