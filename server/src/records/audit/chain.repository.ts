import { sql, type Kysely, type Selectable } from 'kysely'
import type { AuditRecord, DB } from '../../engines/database/generated/db.d.ts'

/** Where a chain should end; null if records name a chain that has no head. */
export type ChainHead = { chain: number; sequence: string | null; hash: Buffer | null }

/** A record with its JSON as the hashed text. */
export type ChainedRow = Omit<Selectable<AuditRecord>, 'before' | 'after'> & {
  before: string | null
  after: string | null
}

const PORTION = 2000

/** The JSON in PostgreSQL's format, as it was hashed. */
const AS_HASHED = [
  sql<string | null>`before::text`.as('before'),
  sql<string | null>`after::text`.as('after'),
] as const

/** Runs in one snapshot, so that concurrent writes do not break the chains being read. */
export async function inOneSnapshot<T>(
  db: Kysely<DB>,
  read: (snapshot: Kysely<DB>) => Promise<T>,
): Promise<T> {
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)
}

/** All chains by number, including chains that have records but no head. */
export async function listChains(db: Kysely<DB>): Promise<ChainHead[]> {
  return db
    .selectFrom('audit_chain')
    .fullJoin(
      db.selectFrom('audit_record').select('chain').distinct().as('known'),
      'known.chain',
      'audit_chain.chain',
    )
    .select([
      sql<number>`coalesce(audit_chain.chain, known.chain)`.as('chain'),
      'audit_chain.sequence',
      'audit_chain.hash',
    ])
    .orderBy(sql`1`)
    .execute()
}

/**
 * The records of a chain in order, in batches that limit memory, up to the first gap. Records before the beginning or
 * after a gap are also returned: only a forger could have put them there.
 */
export async function* readChain(db: Kysely<DB>, chain: number): AsyncGenerator<ChainedRow[]> {
  const outside = await selectChain(db, chain).where('sequence', '<=', '0').limit(PORTION).execute()
  if (outside.length > 0) yield outside
  // Bounds on both sides: without them, each batch would sort all remaining rows.
  for (let from = 0; ; from += PORTION) {
    const end = String(from + PORTION)
    const rows = await selectChain(db, chain)
      .where('sequence', '>', String(from))
      .where('sequence', '<=', end)
      .execute()
    if (rows.length > 0) yield rows
    if (rows.length === PORTION) continue
    const beyond = await selectChain(db, chain).where('sequence', '>', end).limit(PORTION).execute()
    if (beyond.length > 0) yield beyond
    return
  }
}

/** The records of a document with these ids, which happened between two moments, both included. */
export async function readChainedOf(
  db: Kysely<DB>,
  asked: {
    readonly documentId: number
    readonly ids: readonly string[]
    readonly from: Date
    readonly to: Date
  },
): Promise<ChainedRow[]> {
  return db
    .selectFrom('audit_record')
    .selectAll()
    .select(AS_HASHED)
    .where('subject_kind', '=', 'document')
    .where('subject_id', '=', String(asked.documentId))
    .where('at', '>=', asked.from)
    .where('at', '<=', asked.to)
    .where('id', 'in', asked.ids)
    .execute()
}

function selectChain(db: Kysely<DB>, chain: number) {
  return db
    .selectFrom('audit_record')
    .selectAll()
    .select(AS_HASHED)
    .where('chain', '=', chain)
    .orderBy('sequence')
    .orderBy('at')
}
