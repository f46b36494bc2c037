import type { MessageKey } from './format-message.ts'
import { isUnfinished, mayReadUnpublished } from './post-status.ts'
import { Problem } from './problem.ts'
import type { Row } from './resource.ts'
import { findWriteAccess, type UserContext } from './user.ts'

/** Returns whether the user may write a post, or create one if there is none. Contributors may write their own drafts (20.1). */
export function mayWritePost(context: UserContext, row?: Row): boolean {
  const access = findWriteAccess(context)
  if (access !== 'drafts' || !row) return access !== 'none'
  return row.author === context.user?.id && isUnfinished(row.status)
}

/** Throws `Problem` if the post is not published and the user may not edit. */
export function rejectUnpublished(name: MessageKey, row: Row, context: UserContext): void {
  if (row.status === 'publish' || mayReadUnpublished(context)) return
  throw new Problem(context.user ? 'not-accessible' : 'not-accessible-anonymous', {
    code: `${name}-not-accessible`,
    values: { kind: name, given: row.id },
  })
}
