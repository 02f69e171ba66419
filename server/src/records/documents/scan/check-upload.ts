import { FILE_INFECTED } from '@portal/contract/upload-errors.ts'
import { failure } from '../../../engines/http/errors.ts'
import type { Verdict } from '../../../engines/scanner/scanner.ts'
import { recordAudit } from '../../audit/record.ts'
import type { Context } from '../../context.ts'
import type { KeptFile } from '../intake/keep-file.ts'
import { enqueueInfectedMails } from './infected-mail.ts'
import { scanStored } from './scan-stored.ts'
import { insertRefusedUpload } from './scan.repository.ts'

/** Milliseconds that an upload waits for the scanner; a sender should not take it for broken. Then a job looks. */
const UPLOAD_WAITS_MS = 20_000

/** An upload whose bytes are kept, and that is no document yet. */
export type ArrivedUpload = {
  readonly file: KeptFile
  readonly countyId: number | null
  readonly uploadedBy: number
  readonly uploadedAt: Date
}

/**
 * Has the scanner look at an upload before it becomes a document; null where there is none. One with a virus is set aside
 * in quarantine, with a record, and word to the uploader and the administrators.
 * @throws 415 for one with a virus.
 */
export async function checkUpload(context: Context, upload: ArrivedUpload): Promise<Verdict | null> {
  const { scanner } = context
  if (scanner === null) return null
  const verdict = await scanStored(context, upload.file, { scanner, withinMs: UPLOAD_WAITS_MS })
  if (verdict.kind !== 'infected') return verdict
  await setAside(context, upload, verdict.finding)
  const fileName = upload.file.name
  throw failure(FILE_INFECTED, {
    values: { fileName },
    details: `A virus was found in ${fileName}: ${verdict.finding}.`,
  })
}

/** The bytes first: a record of what lies elsewhere would be forgotten, bytes without one are found again. */
async function setAside(context: Context, upload: ArrivedUpload, finding: string): Promise<void> {
  const { database, storage, jobs, log } = context
  const { file, countyId, uploadedBy, uploadedAt } = upload
  await storage.quarantine(file.key)
  await database.kysely.transaction().execute(async (transaction) => {
    const facts = { fileName: file.name, finding, countyId, uploadedBy, uploadedAt }
    await insertRefusedUpload(transaction, {
      ...facts,
      key: file.key,
      byteSize: file.size,
      sha256: file.sha256,
    })
    await recordAudit(transaction, context, {
      action: 'upload.refused_infected',
      subject: { kind: 'stored file', id: file.key },
      countyId,
      after: { fileName: file.name, bytes: file.size, sha256: file.sha256.toString('hex'), finding },
    })
    await enqueueInfectedMails(transaction, context, { ...facts, fileId: null })
  })
  jobs.wake()
  log.warn({ key: file.key, finding }, 'An upload was refused: a virus was found in it.')
}
