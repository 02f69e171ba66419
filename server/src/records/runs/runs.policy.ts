import { RUN_COMMENTS_NOT_YOURS } from '@portal/contract/runs/run-errors.ts'
import type { Person } from '../access/actor.ts'
import type { Refusal } from '../access/refusal.ts'
import type { RunRow } from './runs.repository.ts'

/** A run names no documents of other counties, but how many it changed. So only its starter and administrators see it. */
export function maySeeRun(
  { accountId, rights }: Pick<Person, 'accountId' | 'rights'>,
  { startedBy }: { readonly startedBy: number | null },
): boolean {
  return startedBy === accountId || rights.has('portal.manage')
}

/** The undo of a run of comments deletes them, and only their author deletes comments (R20.75). */
export function refuseForeignComments(
  { accountId }: Pick<Person, 'accountId'>,
  { action, startedBy }: Pick<RunRow, 'action' | 'startedBy'>,
): Refusal | null {
  const kind = action.kind === 'undo' ? action.of : action.kind
  return kind === 'comment' && startedBy !== accountId ? RUN_COMMENTS_NOT_YOURS : null
}
