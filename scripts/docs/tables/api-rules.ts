import { messages } from '../../../fixtures/languages/messages.ts'
import { problems } from '../../../src/contract/problem.ts'
import { formatTable } from '../../format-table.ts'
import { type DocumentOperation, listDocumentRoutes, readDocument } from './api-document.ts'
import { formatCode, formatText } from './cells.ts'

/** The codes in responses of the problems whose code depends on the resource. `{kind}` is the name of a resource. */
export const problemCodes: Readonly<Record<string, string>> = {
  'not-found': 'rest-{kind}-not-found',
  'in-trash': '{kind}-is-in-trash',
  'page-not-found': '{kind}-archive-page-not-found',
  anonymous: 'rest_forbidden',
  forbidden: 'rest_forbidden',
  'not-accessible-anonymous': '{kind}-not-accessible',
  'not-accessible': '{kind}-not-accessible',
  'password-protected': 'event-password-protected',
}

/** Returns the table of errors with their messages in English, by status. */
export const formatProblems = (): string =>
  formatTable(
    ['Code and status', 'Message'],
    Object.entries(problems)
      .sort(([, one], [, other]) => one.status - other.status)
      .map(([name, { status, key }]) => [
        `${formatCode(problemCodes[name] ?? name)}<br>${status}`,
        formatText(messages.en[key]),
      ]),
  )

/** Returns the table of what the methods of a collection and of a record do. */
export const formatActions = (): string =>
  formatTable(
    ['Request', 'Effect'],
    listDocumentRoutes('events')
      .filter(({ path }) => !path.includes('slug'))
      .map(({ methods, path, operation }) => [
        formatCode(`${methods.join(', ')} ${path.replace('events', '{collection}')}`),
        operation.description,
      ]),
  )

export function formatHeaders(): string {
  const { components, paths } = readDocument()
  const operations = Object.values(paths).flatMap((path) => Object.values(path))
  return formatTable(
    ['Header', 'Sent with', 'Meaning'],
    Object.entries(components.headers).map(([name, { description }]) => [
      formatCode(name),
      describeUse(name, operations),
      formatText(description),
    ]),
  )
}

function describeUse(name: string, operations: readonly DocumentOperation[]): string {
  const uses = operations.filter(({ responses }) =>
    Object.values(responses).some(({ headers = {} }) => Object.hasOwn(headers, name)),
  )
  if (uses.length === operations.length) return 'all responses'
  const isCreate = uses.every(({ responses }) => Object.hasOwn(responses, '201'))
  return isCreate ? 'a created record' : 'lists'
}
