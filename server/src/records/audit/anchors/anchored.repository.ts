import { sql, type Kysely } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'
import type { AnchoredEnd } from './anchor.ts'

/** Where the chains end now, without the chains that have no records. */
export async function readEnds(db: Kysely<DB>): Promise<AnchoredEnd[]> {
  const rows = await db
    .selectFrom('audit_chain')
    .select(['chain', 'sequence', 'hash'])
    .where('sequence', '>', '0')
    .orderBy('chain')
    .execute()
  return rows.map(({ chain, sequence, hash }) => ({
    chain,
    sequence: Number(sequence),
    hash: hash.toString('hex'),
  }))
}

/** The current hash, in hexadecimal, of each record named by chain and sequence; keyed by `chain sequence`. */
export async function readHashes(
  db: Kysely<DB>,
  ends: readonly AnchoredEnd[],
): Promise<ReadonlyMap<string, string>> {
  const chains = ends.map(({ chain }) => chain)
  const sequences = ends.map(({ sequence }) => sequence)
  const { rows } = await sql<{ chain: number; sequence: string; hash: Buffer }>`
    SELECT r.chain, r.sequence, r.hash FROM audit_record AS r
    JOIN unnest(${chains}::integer[], ${sequences}::bigint[]) AS anchored (chain, sequence) USING (chain, sequence)`.execute(
    db,
  )
  return new Map(rows.map(({ chain, sequence, hash }) => [`${chain} ${sequence}`, hash.toString('hex')]))
}

/** UTC days, YYYY-MM-DD, with at least one audit record: the portal ran on those days. */
export async function listDaysAtWork(db: Kysely<DB>, since: Date): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    SELECT DISTINCT to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day FROM audit_record
    WHERE at >= ${since} AND actor_kind <> 'command line' ORDER BY 1`.execute(db)
  return rows.map(({ day }) => day)
}

/** When the oldest record was made; null if there are no records. */
export async function findOldest(db: Kysely<DB>): Promise<Date | null> {
  const oldest = await db.selectFrom('audit_record').select('at').orderBy('at').limit(1).executeTakeFirst()
  return oldest?.at ?? null
}
