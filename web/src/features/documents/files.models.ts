import { PAGE_SIZE } from '@portal/contract/limits.ts'
import type { SearchOutcome } from '../../lib/files.wire.ts'

/** The names of a lookup list by id; empty if the list could not be loaded. */
export function namesById(
  list: readonly { ID: number; Name: string }[] | undefined,
): ReadonlyMap<number, string> {
  return new Map((list ?? []).map(({ ID, Name }) => [ID, Name]))
}

const WHOLE = new Intl.NumberFormat('en-US')

type Range = {
  readonly page: number
  readonly shown: number
  readonly total: number | null
  /** Whether there are more than `total`. */
  readonly hasMore?: boolean
}

/** 'Records 51–100 of 2,041': the visible part of the list; only the range if the total is unknown. */
export function rangeText({ page, shown, total, hasMore = false }: Range): string {
  if (shown === 0) return total === 1 ? '1 record' : `${WHOLE.format(total ?? 0)} records`
  const first = (page - 1) * PAGE_SIZE + 1
  const range = `Records ${WHOLE.format(first)}–${WHOLE.format(first + shown - 1)}`
  return total === null ? range : `${range} of ${hasMore ? 'more than ' : ''}${WHOLE.format(total)}`
}

/** What the server searched for: the text as typed, after the words that replace misspelled ones. */
export function searchedText(typed: string, outcome: Pick<SearchOutcome, 'corrections'> | null): string {
  return [...(outcome?.corrections ?? []).map(({ by }) => by), typed].join(' ').trim()
}
