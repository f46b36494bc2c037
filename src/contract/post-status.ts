import type { Query } from './context.ts'
import { oneOf, someOf } from './params/choice.ts'
import { invalid, type Param } from './params/param.ts'
import type { Filter, Row } from './resource.ts'
import { findWriteAccess, hasUsers, type UserContext } from './user.ts'

/** Statuses of a post (14.6). The real service has more, but clients see only these six. */
export const statuses = ['publish', 'future', 'draft', 'pending', 'private', 'trash'] as const
export type Status = (typeof statuses)[number]

export const status: Param<Status> = oneOf('status', statuses)

export const isUnfinished = (status: unknown): boolean => status === 'draft' || status === 'pending'

/** Returns whether the user may read posts that are not published. */
export const mayReadUnpublished = (context: UserContext): boolean =>
  findWriteAccess(context) !== 'none'

/** Returns the statuses that a list shows by default: all but the trash to users who may edit (15.2). */
export const defaultStatuses = (context: UserContext): readonly Status[] =>
  hasUsers(context) && mayReadUnpublished(context)
    ? statuses.filter((status) => status !== 'trash')
    : ['publish']

const statusList = someOf('listStatus', statuses)

/** The statuses that a list shows. Without users, every client may ask for each status (14.2b). */
export const listStatus: Filter<readonly Status[]> = {
  ...statusList,
  defaultValue: (_now, context) => defaultStatuses(context),
  read: (raw, context) => {
    const reading = statusList.read(raw, context)
    const isPublic = reading.ok && reading.value.every((status) => status === 'publish')
    if (!reading.ok || isPublic || mayReadUnpublished(context)) return reading
    return invalid('unpublishedStatus', raw, { values: { accepted: 'publish' } })
  },
  compares: { column: 'status', operator: '=' },
}

/** Returns the values of a write with the status that the user may set: contributors create drafts and submit them for review (14.6). */
export function limitStatus(values: Query, context: UserContext, previous?: Row): Query {
  if (findWriteAccess(context) !== 'drafts') return values
  const status = values.status ?? (previous ? undefined : 'draft')
  if (status === undefined) return values
  return { ...values, status: status === 'publish' || status === 'future' ? 'pending' : status }
}
