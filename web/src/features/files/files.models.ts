import { DESCRIPTION_WORDS_IN_TABLE, PAGE_SIZE } from '@portal/contract/limits.ts'
import { words } from '@portal/contract/description.ts'

export type Excerpt = { readonly text: string; readonly isWhole: boolean }

/** The description as the table shows it: its first 5 words (specification, section 2); a file may have none. */
export function excerptOf(description: string | null): Excerpt {
  const all = words(description ?? '')
  const isWhole = all.length <= DESCRIPTION_WORDS_IN_TABLE
  return { text: all.slice(0, DESCRIPTION_WORDS_IN_TABLE).join(' '), isWhole }
}

/** Names by id of a lookup list; a list that could not be fetched has none. */
export function namesById(
  list: readonly { ID: number; Name: string }[] | undefined,
): ReadonlyMap<number, string> {
  return new Map((list ?? []).map(({ ID, Name }) => [ID, Name]))
}

const WHOLE = new Intl.NumberFormat('en-US')

type Range = { readonly page: number; readonly shown: number; readonly total?: number }

/** 'Records 51–100 of 2,041': where in the list the shown page stands. The specification's answer has no total. */
export function rangeText({ page, shown, total }: Range): string {
  if (shown === 0) return total === 1 ? '1 record' : `${WHOLE.format(total ?? 0)} records`
  const first = (page - 1) * PAGE_SIZE + 1
  const range = `Records ${WHOLE.format(first)}–${WHOLE.format(first + shown - 1)}`
  return total === undefined ? range : `${range} of ${WHOLE.format(total)}`
}
