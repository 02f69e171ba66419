import { sql, type Kysely, type Selectable, type Transaction } from 'kysely'
import type { DB, ImportRun } from '../../engines/database/generated/db.d.ts'
import type { ImportName, RowsAfter } from './import-kind.ts'

export type ImportRunRow = Selectable<ImportRun>

/** The facts about an import before it reads its first line. */
export type NewImportRun = {
  readonly kind: ImportName
  readonly countyId: number
  readonly year: number | null
  /** Null for an undo, which reads no file. */
  readonly file: { readonly name: string; readonly bytes: number } | null
  readonly options: readonly string[]
  readonly actorName: string
  /** The import that this one undoes. */
  readonly undoes: number | null
}

/** Records the start of an import, so that an import whose process dies is known too. Returns its number. */
export async function beginImportRun(db: Kysely<DB>, run: NewImportRun): Promise<number> {
  const { id } = await db
    .insertInto('import_run')
    .values({
      kind: run.kind,
      county_id: run.countyId,
      appraisal_year: run.year,
      file_name: run.file?.name ?? null,
      file_bytes: run.file?.bytes ?? null,
      options: [...run.options],
      actor_name: run.actorName,
      undoes: run.undoes,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Locks the row until the transaction ends. The lock shows others that the import is running. */
export async function holdImportRun(transaction: Transaction<DB>, id: number): Promise<void> {
  await sql`SELECT FROM import_run WHERE id = ${id} FOR UPDATE`.execute(transaction)
}

/** The counts of lines by result, by column name. */
export type RunCounts = Partial<
  Record<'read' | 'inserted' | 'updated' | 'unchanged' | 'removed' | 'skipped' | 'refused', number>
>

type LoadedRun = RunCounts & { readonly sha256: Buffer | null; readonly after: RowsAfter | undefined }

/** Records what an import wrote, in its transaction. Other imports of the same rows wait for it. */
export async function endLoadedRun(
  transaction: Transaction<DB>,
  id: number,
  { sha256, after, ...counts }: LoadedRun,
): Promise<void> {
  await transaction
    .updateTable('import_run')
    .set({
      ...counts,
      state: 'loaded',
      ended_at: sql`clock_timestamp()`,
      file_sha256: sha256,
      written_order: sql`nextval('import_run_written_order')`,
      ...(after && { row_count: after.rowCount, import_id_sum: after.importIdSum, is_kept: true }),
    })
    .where('id', '=', id)
    .execute()
}

/** Records that an import wrote nothing. */
export async function endEmptyRun(
  db: Kysely<DB>,
  id: number,
  { state, ...counts }: RunCounts & { readonly state: 'refused' | 'failed' },
): Promise<void> {
  await db
    .updateTable('import_run')
    .set({ ...counts, state, ended_at: sql`clock_timestamp()` })
    .where('id', '=', id)
    .execute()
}

/** The newest earlier import that loaded a file with the same bytes for the same county and year. */
export async function findSameFile(
  transaction: Transaction<DB>,
  { id, sha256 }: { readonly id: number; readonly sha256: Buffer },
): Promise<{ id: number } | null> {
  const { rows } = await sql<{ id: number }>`
    SELECT earlier.id FROM import_run AS run JOIN import_run AS earlier USING (kind, county_id)
    WHERE run.id = ${id} AND earlier.id <> run.id AND earlier.state = 'loaded' AND earlier.file_sha256 = ${sha256}
      AND earlier.appraisal_year IS NOT DISTINCT FROM run.appraisal_year
    ORDER BY earlier.written_order DESC LIMIT 1`.execute(transaction)
  return rows[0] ?? null
}

export async function findImportRun(db: Kysely<DB>, id: number): Promise<ImportRunRow | null> {
  const row = await db.selectFrom('import_run').selectAll().where('id', '=', id).executeTakeFirst()
  return row ?? null
}

export type RunFilter = { readonly countyId: number | null; readonly year: number | null }

/** Includes the county's name, and whether an import without an end is still running. */
export type ListedRun = ImportRunRow & { readonly county: string; readonly isAlive: boolean }

/** Imports of a county and year, or all imports, newest first. */
export async function listImportRuns(db: Kysely<DB>, { countyId, year }: RunFilter): Promise<ListedRun[]> {
  const { rows } = await sql<ListedRun>`
    WITH dead AS (SELECT id FROM import_run WHERE ended_at IS NULL FOR KEY SHARE SKIP LOCKED)
    SELECT run.*, county.name AS county,
      run.ended_at IS NULL AND NOT EXISTS (SELECT FROM dead WHERE dead.id = run.id) AS "isAlive"
    FROM import_run AS run JOIN county ON county.id = run.county_id
    WHERE (${countyId}::integer IS NULL OR run.county_id = ${countyId})
      AND (${year}::smallint IS NULL OR run.appraisal_year = ${year})
    ORDER BY run.id DESC`.execute(db)
  return rows
}

export type Generations = Pick<NewImportRun, 'kind' | 'countyId' | 'year'>

/** Imports that changed the rows of a county and year, in the order of their changes. */
export async function listGenerations(
  db: Kysely<DB>,
  { kind, countyId, year }: Generations,
): Promise<ImportRunRow[]> {
  return db
    .selectFrom('import_run')
    .selectAll()
    .where('kind', '=', kind)
    .where('county_id', '=', countyId)
    .where('appraisal_year', 'is not distinct from', year)
    .where('state', '=', 'loaded')
    .where(sql<boolean>`inserted + updated + removed > 0`)
    .orderBy('written_order')
    .execute()
}

/** Marks the replaced rows of all but the newest imports as deleted, and returns the numbers of those imports. */
export async function deleteOtherRuns(
  transaction: Transaction<DB>,
  { kind, countyId, year }: Generations,
  kept: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    UPDATE import_run SET is_kept = false WHERE id IN (
      SELECT id FROM import_run
      WHERE is_kept AND kind = ${kind} AND county_id = ${countyId} AND appraisal_year IS NOT DISTINCT FROM ${year}::smallint
      ORDER BY written_order DESC OFFSET ${kept}
    ) RETURNING id`.execute(transaction)
  return rows.map(({ id }) => id)
}

/** Marks the replaced rows of older imports as deleted, and returns the numbers of those imports. */
export async function deleteRunsOlderThan(
  transaction: Transaction<DB>,
  { kind, days }: { readonly kind: ImportName; readonly days: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    UPDATE import_run SET is_kept = false
    WHERE is_kept AND kind = ${kind} AND ended_at < now() - make_interval(days => ${days})
    RETURNING id`.execute(transaction)
  return rows.map(({ id }) => id)
}
