import type { PartyDirectory } from './find-parties.ts'
import type { OwnerRow } from './owner-directory.repository.ts'
import { addOwner, directoryOf, emptyTables } from './owner-directory.ts'

/** A directory of these owners in memory. */
export function directoryFrom(owners: readonly OwnerRow[]): PartyDirectory {
  const tables = emptyTables('0', owners.length)
  for (const owner of owners) addOwner(tables, owner)
  const byNumber = new Map(owners.map((owner) => [owner.number, owner]))
  return directoryOf(tables, (numbers) =>
    Promise.resolve(numbers.flatMap((number) => byNumber.get(number) ?? [])),
  )
}
