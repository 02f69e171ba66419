import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'
import type { HeldUpload } from './resumable.repository.ts'

type Db = Kysely<DB>

/** A piece in the store: `size` bytes of the upload, starting at `startsAt`. */
export type PieceRow = { readonly key: string; readonly startsAt: number; readonly size: number }

/** Records the durable part of a piece; false if the caller no longer holds the upload. `at` is when it arrived. */
export async function recordPiece(
  db: Db,
  { id, holder }: HeldUpload,
  { key, startsAt, size, at }: PieceRow & { readonly at: Date },
): Promise<boolean> {
  const end = startsAt + size
  const { rows } = await sql<{ id: string }>`
    WITH held AS (
      UPDATE resumable_upload
      SET received = ${end}::bigint, last_byte_at = CASE WHEN byte_size = ${end}::bigint THEN ${at}::timestamptz END
      WHERE id = ${id} AND holder = ${holder} AND state = 'unfinished'
      RETURNING id
    ), piece AS (
      INSERT INTO resumable_piece (upload_id, starts_at, key, byte_size)
      SELECT id, ${startsAt}::bigint, ${key}, ${size}::bigint FROM held
      ON CONFLICT (upload_id, starts_at) DO UPDATE SET key = excluded.key, byte_size = excluded.byte_size
    )
    SELECT id FROM held`.execute(db)
  return rows.length > 0
}

/** Returns the number of pieces of an upload, and the last one. */
export async function readLastPiece(
  db: Db,
  id: string,
): Promise<{ readonly pieces: number; readonly last: PieceRow | null }> {
  const { rows } = await sql<PieceRow & { pieces: number }>`
    SELECT key, starts_at::float8 AS "startsAt", byte_size::float8 AS size, count(*) OVER ()::integer AS pieces
    FROM resumable_piece WHERE upload_id = ${id} ORDER BY starts_at DESC LIMIT 1`.execute(db)
  const [row] = rows
  if (!row) return { pieces: 0, last: null }
  const { pieces, ...last } = row
  return { pieces, last }
}

/** Returns the pieces of an upload in order. */
export async function readPieces(db: Db, id: string): Promise<PieceRow[]> {
  const { rows } = await sql<PieceRow>`
    SELECT key, starts_at::float8 AS "startsAt", byte_size::float8 AS size
    FROM resumable_piece WHERE upload_id = ${id} ORDER BY starts_at`.execute(db)
  return rows
}

/**
 * Deletes the pieces that start at `startsAt` or later: their sender sends those bytes again.
 * @returns the keys of the deleted pieces.
 */
export async function deletePiecesFrom(
  db: Db,
  { id, holder }: HeldUpload,
  startsAt: number,
): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    WITH held AS (
      UPDATE resumable_upload SET received = ${startsAt}::bigint, last_byte_at = NULL
      WHERE id = ${id} AND holder = ${holder} AND state = 'unfinished'
      RETURNING id
    )
    DELETE FROM resumable_piece USING held
    WHERE upload_id = held.id AND starts_at >= ${startsAt}::bigint
    RETURNING key`.execute(db)
  return rows.map(({ key }) => key)
}

/** Resets all unfinished uploads. Backups do not contain their bytes, so after a restore each sender starts over. */
export async function deleteAllPiecesAfterRestore(db: Transaction<DB>): Promise<void> {
  await db.deleteFrom('resumable_piece').execute()
  await db
    .updateTable('resumable_upload')
    .set({ received: '0', last_byte_at: null })
    .where('state', '=', 'unfinished')
    .execute()
}

/** Deletes the piece rows of an upload, once its pieces are removed from the store. */
export async function deletePieces(db: Db, id: string): Promise<void> {
  await db.deleteFrom('resumable_piece').where('upload_id', '=', id).execute()
}

/** Whether any upload has this piece. */
export async function isPieceKnown(db: Db, key: string): Promise<boolean> {
  return (await knownPieces(db, [key])).has(key)
}

/** Returns which of these pieces belong to an upload. */
export async function knownPieces(db: Db, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    SELECT key FROM resumable_piece WHERE key = ANY (${keys}::text[])`.execute(db)
  return new Set(rows.map(({ key }) => key))
}
