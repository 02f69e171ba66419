import type { Transaction } from 'kysely'
import type { Pool } from 'pg'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { unmark } from '../../engines/backup/restore-mark.repository.ts'
import type { Manifest } from '../../engines/backup/manifest.ts'
import { closeBackup, openBackup, type OpenedBackup } from '../../engines/backup/object-list.ts'
import type { BackupPlaces } from '../../engines/backup/place.ts'
import { refuseUsed, restoreBackup, type RestoredSchema } from '../../engines/backup/restore-backup.ts'
import type { ObjectTotals } from '../../engines/backup/read-objects.ts'
import type { Context } from '../../records/context.ts'
import { addAuditMonthsAsOwner } from '../../records/audit/append.repository.ts'
import { setAsideEmptyAnchors } from '../../records/audit/anchors/reanchor.usecases.ts'
import { recordAudit } from '../../records/audit/record.ts'
import { readAuditDigest } from '../../records/audit/verify-audit.usecases.ts'
import { deleteAllPiecesAfterRestore } from '../../records/intake/resumable/pieces.repository.ts'
import { listRunningRuns } from '../../records/runs/runs.repository.ts'
import { stopRunning } from '../../records/runs/stop-run.ts'
import { nameRestoredPair } from '../../records/stored-files/bytes/store-identity.ts'
import { FILLED_AT_BIRTH, LEFT_OUT } from './portal-data.repository.ts'

type RestoreContext = Pick<Context, 'database' | 'storage' | 'clock' | 'actor'> & {
  readonly places: BackupPlaces
}

export type RestoreOrder = {
  readonly location: string
  /** Returns the schema of a database; `owner` connects as the role that owns its tables. */
  readonly schemaOf: (owner: Pool) => RestoredSchema
  onProgress(text: string): void
}

export type Restored = ObjectTotals & {
  readonly takenAt: string
  /** The digest of the audit record from the backup, before the restore adds its own record. */
  readonly auditDigest: string
  readonly isAgain: boolean
  /** The numbers of the runs that were under way, and are stopped now. */
  readonly stoppedRuns: readonly number[]
  /** The names of anchors of the audit record that this portal wrote before, while it was empty. */
  readonly anchorsAside: readonly string[]
}

/**
 * Restores a backup into an empty portal that is not running.
 * @throws NotEmpty, DamagedBackup and StartError with one line.
 */
export async function restorePortal(context: RestoreContext, order: RestoreOrder): Promise<Restored> {
  const backup = await openBackup(await context.places.open(order.location))
  try {
    return await restore(context, backup, order)
  } finally {
    await closeBackup(backup)
  }
}

async function restore(
  context: RestoreContext,
  backup: OpenedBackup,
  { location, schemaOf, onProgress }: RestoreOrder,
): Promise<Restored> {
  const { database, storage } = context
  const { id, takenAt, migrations } = backup.manifest
  const { totals, isAgain } = await database.asOwner(async (owner) => {
    const schema = schemaOf(owner)
    await schema.refuseUnknown(migrations)
    const target = {
      pool: owner,
      storage,
      schema,
      connectionName: owner.options.application_name ?? '',
      leftOut: Object.keys(LEFT_OUT),
      neverEmpty: [...Object.keys(LEFT_OUT), ...FILLED_AT_BIRTH],
    }
    const isAgain = await refuseUsed(backup, target)
    const prepare = (tables: Manifest['tables']) => makeMonths(owner, tables)
    return { isAgain, totals: await restoreBackup(backup, target, { onProgress, prepare }) }
  })
  const auditDigest = await readAuditDigest(context)
  const stoppedRuns = await database.kysely.transaction().execute(async (transaction) => {
    await deleteAllPiecesAfterRestore(transaction)
    await recordAudit(transaction, context, {
      action: 'backup.restored',
      subject: { kind: 'backup', id },
      after: { place: location, takenAt, documents: totals.objects, bytes: totals.bytes },
    })
    return stopRuns(context, transaction)
  })
  const anchorsAside = await setAsideEmptyAnchors(context)
  await nameRestoredPair(context)
  await database.asOwner(unmark)
  return { ...totals, takenAt, auditDigest, isAgain, stoppedRuns, anchorsAside }
}

/** A run would change files that nobody expects to change after a restore (R20.71). */
async function stopRuns(context: RestoreContext, transaction: Transaction<DB>): Promise<number[]> {
  const numbers = (await listRunningRuns(transaction)).map(({ number }) => number)
  for (const number of numbers)
    await stopRunning(transaction, context, { number, because: 'a backup was restored' })
  return numbers
}

const MONTH = /^audit_record_(\d{4})_(\d\d)$/

/** Creates the monthly partitions of the audit record before its rows are restored. */
async function makeMonths(owner: Pool, tables: Manifest['tables']): Promise<void> {
  const months = tables
    .flatMap(({ partitions }) => partitions)
    .flatMap((partition) => {
      const [, year, month] = MONTH.exec(partition) ?? []
      return year === undefined ? [] : [new Date(Date.UTC(Number(year), Number(month) - 1))]
    })
  for (const month of months) await addAuditMonthsAsOwner(owner, { first: month, last: month })
}
