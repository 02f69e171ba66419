import { UNDO_DAYS } from '@portal/contract/runs/run-errors.ts'
import { type Run } from '@portal/contract/runs/runs.ts'
import type { Person } from '../../records/access/actor.ts'
import { WAIT_SECONDS } from '../../records/runs/pace.ts'
import { refuseForeignComments } from '../../records/runs/runs.policy.ts'
import type { RunRow } from '../../records/runs/runs.repository.ts'
import { needsEditing } from './require-action.ts'
import { listReasons } from './tally.ts'
import { titleOfRun } from './title-of-run.ts'

const DAY_MS = 86_400_000

type Reading = { readonly person: Person; readonly now: Date; readonly delay: string | null }

/** A run as its reader sees it. */
export function toRun(row: RunRow, { person, now, delay }: Reading): Run {
  const { number, state, starter, startedAt, endedAt, total, changed, unchanged, refused } = row
  return {
    number,
    what: titleOfRun(row),
    state,
    startedBy: starter,
    startedAt: startedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    total,
    changed,
    unchanged,
    refused,
    reasons: listReasons(row.reasons),
    secondsLeft: secondsLeft(row, now),
    delay,
    undoes: row.undoes,
    undoneBy: row.undoneBy,
    mayUndo:
      endedAt !== null &&
      changed > 0 &&
      row.undoneBy === null &&
      !isTooOld(endedAt, now) &&
      refuseForeignComments(person, row) === null &&
      (!needsEditing(row.action) || person.rights.has('documents.edit')),
    mayStop: state === 'running',
  }
}

export function isTooOld(endedAt: Date, now: Date): boolean {
  return now.getTime() - endedAt.getTime() > UNDO_DAYS * DAY_MS
}

type Pace = Pick<
  RunRow,
  'state' | 'total' | 'changed' | 'unchanged' | 'refused' | 'advancedAt' | 'paceFrom' | 'paceDone'
>

/**
 * Seconds until a run probably ends, at the pace of its batches since it last waited (R20.72). Null if unknown, such as
 * while it waits.
 */
export function secondsLeft(row: Pace, now: Date): number | null {
  const { state, total, changed, unchanged, refused, advancedAt, paceFrom, paceDone } = row
  if (state !== 'running' || advancedAt === null || paceFrom === null || paceDone === null) return null
  const settled = changed + unchanged + refused
  if (settled <= paceDone || now.getTime() - advancedAt.getTime() > WAIT_SECONDS * 1000) return null
  const seconds = (advancedAt.getTime() - paceFrom.getTime()) / 1000
  return Math.ceil((seconds / (settled - paceDone)) * (total - settled))
}
