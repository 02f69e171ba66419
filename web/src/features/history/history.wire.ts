import type { ResultOf } from '@portal/contract/endpoint.ts'
import type { ActivityEvent, listHistory } from '@portal/contract/history/history.ts'
import { fieldsOf, rowsOf } from '../../lib/wire.ts'

export type HistoryPage = {
  readonly happenings: readonly ActivityEvent[]
  /** The place behind which what is older begins; null where there is nothing. */
  readonly next: string | null
}

export function readHistory(answer: ResultOf<typeof listHistory>): HistoryPage {
  const { happenings, next } = fieldsOf(answer)
  return { happenings: rowsOf(happenings) as readonly ActivityEvent[], next: next ?? null }
}
