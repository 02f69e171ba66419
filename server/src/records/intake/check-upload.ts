import type { Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import type { Verdict } from '../../engines/scanner/scanner.ts'
import { recordAudit } from '../audit/record.ts'
import type { ActorContext } from '../access/context.ts'
import { removeBytes } from '../stored-files/bytes/remove-bytes.ts'
import type { FileInStore } from './store-file.ts'
import { enqueueInfectedMails } from '../stored-files/scan/infected-mail.ts'
import { InfectedUpload } from '../stored-files/scan/infected-upload.ts'
import {
  holdQuarantine,
  MAX_QUARANTINED,
  readQuarantineUsage,
} from '../stored-files/bytes/quarantine.repository.ts'
import { scanStored } from '../stored-files/scan/scan-stored.ts'
import { insertRefusedUpload } from '../stored-files/scan/scan.repository.ts'

/** Milliseconds that an upload waits for the scanner; a sender should not take it for broken. Then a job looks. */
const UPLOAD_WAITS_MS = 20_000

/** An upload whose bytes are kept, and that is no document yet. */
export type ArrivedUpload = {
  readonly file: FileInStore
  readonly countyId: number | null
  readonly uploadedBy: number
  readonly uploadedAt: Date
}

/**
 * Has the scanner look at an upload before it becomes a document; null where there is none. One with a virus is set aside
 * in quarantine while that has room, with a record, and word to the uploader and the administrators.
 * @throws InfectedUpload, which is 415, for one with a virus.
 */
export async function checkUpload(context: ActorContext, upload: ArrivedUpload): Promise<Verdict | null> {
  const { scanner } = context
  if (scanner === null) return null
  const verdict = await scanStored(context, upload.file, { scanner, withinMs: UPLOAD_WAITS_MS })
  if (verdict.kind !== 'infected') return verdict
  const { finding } = verdict
  const isKept = await setAside(context, upload, finding)
  throw new InfectedUpload({ fileName: upload.file.name, finding, keptBytes: isKept ? upload.file.size : 0 })
}

/**
 * The bytes first: a record of what lies elsewhere would be forgotten, bytes without one are found again.
 * @returns whether they lie in quarantine; a full one takes no more, and they are removed.
 */
async function setAside(context: ActorContext, upload: ArrivedUpload, finding: string): Promise<boolean> {
  const { database, storage, jobs, log } = context
  const { file, countyId, uploadedBy, uploadedAt } = upload
  const isKept = await database.kysely.transaction().execute(async (transaction) => {
    await holdQuarantine(transaction)
    const hasRoom = await hasQuarantineRoom(context, transaction, file.size)
    const facts = { fileName: file.name, finding, countyId, uploadedBy, uploadedAt }
    if (hasRoom) {
      await storage.quarantine(file.key)
      await insertRefusedUpload(transaction, {
        ...facts,
        key: file.key,
        byteSize: file.size,
        sha256: file.sha256,
      })
    }
    await recordAudit(transaction, context, {
      action: 'upload.refused_infected',
      subject: { kind: 'stored file', id: file.key },
      countyId,
      after: {
        fileName: file.name,
        bytes: file.size,
        sha256: file.sha256.toString('hex'),
        finding,
        isKept: hasRoom,
      },
    })
    await enqueueInfectedMails(transaction, context, { ...facts, fileId: null, isKept: hasRoom })
    return hasRoom
  })
  jobs.wake()
  log.warn({ key: file.key, finding, isKept }, 'An upload was refused: a virus was found in it.')
  if (!isKept) await removeBytes(context, file.key)
  return isKept
}

async function hasQuarantineRoom(
  { settings }: ActorContext,
  transaction: Transaction<DB>,
  bytes: number,
): Promise<boolean> {
  const used = await readQuarantineUsage(transaction)
  return used.files < MAX_QUARANTINED && used.bytes + bytes <= settings.quarantineBytes
}
