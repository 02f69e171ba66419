import { tokenOf } from '../../../records/audit/act-origin.ts'
import type { AuditAction } from '../../../records/audit/events/audit-events.ts'
import type { HistoryRow } from '../history.repository.ts'

/** Records that one entry shows, newest first. */
export type Group = readonly [HistoryRow, ...HistoryRow[]]

export type GroupedPage = {
  readonly groups: readonly Group[]
  /** The last record of the page; null if the history ends with it. */
  readonly last: HistoryRow | null
}

type Options = {
  /** Entries of a page. */
  readonly size: number
  /** Whether more records follow these. */
  readonly isMore: boolean
  /** Whether the reader knows from where people read. Otherwise one person has one entry, from wherever they read. */
  readonly knowsOrigin: boolean
}

/**
 * Joins the reads of one person that follow each other into one entry (R8.54). A page ends between two entries, or at
 * the end of these records: then the same reads go on in the next page as an entry of their own.
 */
export function groupReads(rows: readonly HistoryRow[], { size, isMore, knowsOrigin }: Options): GroupedPage {
  const groups: [HistoryRow, ...HistoryRow[]][] = []
  let last: HistoryRow | null = null
  for (const row of rows) {
    const group = groups.at(-1)
    if (group && isSameReader(group[0], row, knowsOrigin)) group.push(row)
    else if (groups.length === size) return { groups, last }
    else groups.push([row])
    last = row
  }
  return { groups, last: isMore ? last : null }
}

function isSameReader(one: HistoryRow, other: HistoryRow, knowsOrigin: boolean): boolean {
  return (
    isRead(one) &&
    isRead(other) &&
    one.accountId === other.accountId &&
    one.actorName === other.actorName &&
    tokenOf(one)?.id === tokenOf(other)?.id &&
    (!knowsOrigin || one.cameFrom === other.cameFrom)
  )
}

const READS: ReadonlySet<string> = new Set<AuditAction>(['document.viewed', 'document.downloaded'])

function isRead({ action }: HistoryRow): boolean {
  return READS.has(action)
}
