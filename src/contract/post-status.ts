import type { Query } from './context.ts'
import type { MessageKey } from './format-message.ts'
import { createNote } from './note.ts'
import { invalid, type Param } from './params/param.ts'
import { oneOf, someOf } from './params/values.ts'
import { Problem } from './problem.ts'
import type { Filter, NoteRule, Row, WriteSubject } from './resource.ts'
import { findWriteAccess, hasUsers, type UserContext } from './user.ts'

/** Statuses of a post (14.6). The real service has more, but clients see only these six. */
export const statuses = ['publish', 'future', 'draft', 'pending', 'private', 'trash'] as const
export type Status = (typeof statuses)[number]

export const status: Param<Status> = oneOf('status', statuses)

export const isUnfinished = (status: unknown): boolean => status === 'draft' || status === 'pending'

export const mayReadUnpublished = (context: UserContext): boolean =>
  findWriteAccess(context) !== 'none'

/** Returns whether everyone may read a record. Terms have no status. */
export const isPublic = ({ status }: Row): boolean => status === undefined || status === 'publish'

/** Returns whether the user may read a record, unless it is in the trash. */
export const mayRead = (row: Row, context: UserContext): boolean =>
  isPublic(row) || mayReadUnpublished(context)

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

/** Returns the status that an update of the real service sets if it names none: the status of a new post (14.6b). */
export const defaultStatus = ({ status }: Query, context: UserContext): Status =>
  findWriteAccess(context) === 'drafts' ? 'draft' : status === 'future' ? status : 'publish'

/** Returns whether the user may write a post, or create a post if there is none. Authors may write their own posts, contributors their own drafts (20.1). */
export function mayWritePost(context: UserContext, row?: Row): boolean {
  const access = findWriteAccess(context)
  if (access === 'none' || access === 'all' || !row) return access !== 'none'
  return row.author === context.user?.id && (access === 'own' || isUnfinished(row.status))
}

/** Throws `Problem` if the post is not published and the user may not edit. */
export function rejectUnpublished(name: MessageKey, row: Row, context: UserContext): void {
  if (mayRead(row, context)) return
  throw new Problem(context.user ? 'not-accessible' : 'not-accessible-anonymous', {
    code: `${name}-not-accessible`,
    values: { kind: name, given: row.id },
  })
}

/** Returns the note about a written post whose status lists do not show by default. */
export const noteStatus: NoteRule<WriteSubject> = ({ input, row, previous, context }) => {
  const isChanged = !previous || previous.status !== row.status || input.status !== undefined
  const shown: readonly unknown[] = defaultStatuses(context)
  if (!isChanged || shown.includes(row.status)) return undefined
  const isReplaced = input.status !== undefined && input.status !== row.status
  const status = isReplaced ? `${row.status} instead of ${input.status}` : row.status
  const message = `the status is ${status}; lists show it with status=${row.status}`
  return createNote('not-listed', message, 'status')
}
