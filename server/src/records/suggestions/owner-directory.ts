import type { Kysely } from 'kysely'
import { MAX_ID } from '@portal/contract/limits.ts'
import { createVersionedCache } from '../../engines/cache/versioned-cache.ts'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { createLimiter } from '../../engines/limiter/limiter.ts'
import type { PartyDirectory } from './find-parties.ts'
import { plainNumber } from './labelled-numbers.ts'
import { formsOf } from './name-forms.ts'
import {
  countOwners,
  findOwnerNames,
  findOwnersVersion,
  readOwners,
  type OwnerRow,
} from './owner-directory.repository.ts'
import { createPhraseTable, EMPTY_HASH, hashOn, type PhraseTable } from './phrase-table.ts'

export type OwnerDirectories = {
  /** The owners of a county, as they are now. The first reader after a change waits until their names are read. */
  read(db: Kysely<DB>, countyId: number): Promise<PartyDirectory>
}

type Question = { readonly db: Kysely<DB>; readonly countyId: number }

export type OwnerTables = {
  readonly version: string
  readonly whole: PhraseTable
  readonly short: PhraseTable
  readonly numbers: PhraseTable
}

/** Bytes of all counties together: about a million owners, because 300,000 take 20 to 28 MB. */
const MAX_HELD_BYTES = 96 * 2 ** 20

/** A county's names are in memory, as hashes, because a text has thousands of phrases that may be names. */
export function createOwnerDirectories({ maxHeldBytes = MAX_HELD_BYTES } = {}): OwnerDirectories {
  // Callers leave before a large county is read, so their own limits do not bound how many are read at once.
  const turns = createLimiter<number>({
    atOnce: 1,
    perKey: 1,
    waitingPerKey: Infinity,
    refuse: () => new Error('The owners of a county wait without a limit.'),
  })
  const counties = createVersionedCache({
    keyOf: ({ countyId }: Question) => countyId,
    version: ({ db, countyId }) => findOwnersVersion(db, countyId),
    make: (question) => turns.run(question.countyId, () => readTables(question)),
    sizeOf: ({ whole, short, numbers }) => whole.size + short.size + numbers.size,
    largest: maxHeldBytes,
  })
  return {
    async read(db, countyId) {
      const tables = await counties.read({ db, countyId })
      return directoryOf(tables, (numbers) => findOwnerNames(db, { countyId, numbers }))
    },
  }
}

/** Names that are read at once: their forms take the thread some milliseconds. */
const ROWS_AT_ONCE = 500

async function readTables({ db, countyId }: Question): Promise<OwnerTables> {
  // Read first: a change that comes while the names are read makes this version old.
  const version = await findOwnersVersion(db, countyId)
  const tables = emptyTables(version, await countOwners(db, countyId))
  let after = 0
  for (;;) {
    const rows = await readOwners(db, { countyId, after, limit: ROWS_AT_ONCE })
    for (const row of rows) addOwner(tables, row)
    if (rows.length < ROWS_AT_ONCE) return tables
    after = rows.at(-1)?.number ?? after
  }
}

export function emptyTables(version: string, owners: number): OwnerTables {
  return {
    version,
    whole: createPhraseTable(owners),
    short: createPhraseTable(owners / 2),
    numbers: createPhraseTable(owners),
  }
}

export function addOwner(
  { whole, short, numbers }: OwnerTables,
  { number, names, cadOwnerId }: OwnerRow,
): void {
  for (const name of new Set(names)) {
    const forms = formsOf(name)
    for (const form of forms.whole) whole.add(form, number)
    for (const form of forms.short) short.add(form, number)
  }
  const cadNumber = plainNumber(cadOwnerId)
  if (cadNumber !== '') numbers.add(cadNumber, number)
}

export function directoryOf(
  { whole, short, numbers }: OwnerTables,
  named: PartyDirectory['named'],
): PartyDirectory {
  return {
    find: (hash) => whole.find(hash) || short.find(hash),
    withNumber(number) {
      const byCad = numbers.find(hashOn(EMPTY_HASH, number))
      const own = /^\d{3,10}$/.test(number) && Number(number) <= MAX_ID ? [Number(number)] : []
      return [...new Set([...(byCad > 0 ? [byCad] : []), ...own])]
    },
    named,
  }
}
