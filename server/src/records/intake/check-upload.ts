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

/**
 * Milliseconds that an upload waits for the scanner, so that its sender does not think it broken. After that a job
 * scans it.
 */
const UPLOAD_WAITS_MS = 20_000

/** An upload whose bytes are stored, but which is not yet a document. */
export type ArrivedUpload = {
  readonly file: FileInStore
  readonly countyId: number | null
  readonly uploadedBy: number
  readonly uploadedAt: Date
}

/**
 * Scans an upload before it becomes a document; returns null without a scanner. An infected upload goes to quarantine
 * if that has room. Either way this audits it and queues mails to the uploader and the administrators.
 * @throws InfectedUpload, which is 415, for an infected upload.
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
 * Moves the bytes before it writes the record: a record without bytes is deleted, but bytes without a record are found
 * again.
 * @returns whether the bytes are in quarantine; if it is full, they are removed.
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
