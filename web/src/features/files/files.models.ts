import { PAGE_SIZE } from '@portal/contract/limits.ts'

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
