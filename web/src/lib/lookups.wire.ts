import type { County, LookupItem } from '@portal/contract/lookups.ts'
import { rowsOf } from './wire.ts'

/** Categories, types and relation types; nothing here reads what else a row has. */
export function readNamed(answer: readonly LookupItem[]): readonly LookupItem[] {
  return rowsOf(answer).map(({ ID, Name }) => ({ ID: ID ?? 0, Name: Name ?? '' }))
}

/** The name of a county comes in either of the two spellings of the specification (section 3). */
export function readCounties(
  answer: readonly (County & { readonly CountyName?: string })[],
): readonly County[] {
  return rowsOf(answer).map(({ CountyID, Name, CountyName, isClosed }) => ({
    CountyID: CountyID ?? 0,
    Name: Name ?? CountyName ?? '',
    ...(isClosed && { isClosed }),
  }))
}
