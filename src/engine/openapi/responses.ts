import type { Query, Settings } from '../../contract/context.ts'
import type { Schema } from '../../contract/params/param.ts'
import type { Preset } from '../../contract/presets.ts'
import { schemaRef } from '../../contract/resource.ts'
import type { Operation } from '../../contract/route.ts'
import type { Site } from '../../contract/site.ts'
import { hasUsers } from '../../contract/user.ts'
import { requiresUser } from '../access.ts'
import { refProblemHeaders, refSuccessHeaders } from './headers.ts'

/** Returns the responses of an operation by status. All errors share one response. */
export function createResponses(operation: Operation, site: Site, settings: Settings): Query {
  const isOpen = !hasUsers({ settings })
  const statuses = [
    '400',
    '413',
    '414',
    ...(isOpen ? [] : ['401']),
    ...(requiresUser(operation) ? WRITE_STATUSES : []),
    ...(!isOpen && hidesUnpublished(operation) ? ['403'] : []),
    ...listErrorStatuses(operation),
    ...listPresetStatuses(operation, settings.preset),
  ]
  const errors = Object.fromEntries(
    statuses.map((status) => [status, { $ref: '#/components/responses/problem' }]),
  )
  const success = {
    description: site.messages.success,
    headers: refSuccessHeaders(operation, settings),
    content: { 'application/json': { schema: createResponseSchema(operation) } },
  }
  return { [operation.action === 'create' ? '201' : '200']: success, ...errors }
}

/** The statuses of the errors of every write: a page of another site, or a user without the role, and full memory. */
const WRITE_STATUSES = ['403', '507']

/** Returns whether an operation reads a record that can be unpublished. */
const hidesUnpublished = (operation: Operation): boolean =>
  operation.action === 'read' && operation.resource.authorizeRead !== undefined

/** Returns the statuses of the errors that not every operation has. */
function listErrorStatuses(operation: Operation): string[] {
  if (!('resource' in operation)) return operation.action === 'index' ? ['404'] : []
  const { action, resource } = operation
  const isPost = resource.rejectsPagePastEnd
  if (action === 'list') return isPost ? ['404'] : []
  if (action === 'create') return ['415']
  return [
    ...(action === 'read' && resource.itemParams ? ['403'] : []),
    '404',
    ...(isPost ? ['410'] : []),
    ...(action === 'update' ? ['415'] : []),
  ]
}

/** Returns the statuses of the errors that a preset adds to an operation. */
function listPresetStatuses(operation: Operation, { errors }: Preset): string[] {
  if (!('resource' in operation)) return []
  const { resource, action } = operation
  const prefix = `${resource.name}-`
  const isForbidden = errors.some(
    ({ code, on, becomes }) =>
      code.startsWith(prefix) && on?.includes(action) && becomes !== 'rest_invalid_param',
  )
  return isForbidden ? ['403'] : []
}

function createResponseSchema(operation: Operation): Schema {
  if (!('resource' in operation)) return { type: 'object' }
  const { resource, action } = operation
  return schemaRef(resource.name, action === 'list' ? 'List' : '')
}

/** Returns the response that all errors share. */
export const createProblemResponse = ({ messages }: Site, settings: Settings): Query => ({
  description: messages.failure,
  headers: refProblemHeaders(settings),
  content: { 'application/json': { schema: schemaRef('problem') } },
})
