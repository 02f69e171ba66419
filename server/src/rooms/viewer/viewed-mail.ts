import { buffer } from 'node:stream/consumers'
import type { DB } from '../../engines/database/generated/db.d.ts'
import type { Kysely } from 'kysely'
import { MAIL_NOT_SHOWN, previewMail } from '@portal/contract/ingestion/mail-preview.ts'
import { MAIL_CONTENT_MISSING, MAIL_TOO_LARGE } from '@portal/contract/ingestion/mailbox.ts'
import { failure } from '../../engines/http/errors.ts'
import { DamagedBytes, MissingBytes } from '../../engines/storage/storage.ts'
import { recordRead } from '../../records/audit/record-read.ts'
import type { PersonContext } from '../../records/context.ts'
import { mailGroup } from '../../records/documents/previews/preview-group.ts'
import { findMail, type MailRow } from '../../records/deliveries/mail-delivery.repository.ts'
import { readStored } from '../../records/stored-files/bytes/read-stored.ts'
import { requireChecked } from '../../records/stored-files/scan/require-checked.ts'
import { scanStored } from '../../records/stored-files/scan/scan-stored.ts'
import { findScan, recordVerdict } from '../../records/stored-files/scan/scan.repository.ts'
import { reloadActor } from '../../records/sessions/reload-actor.ts'
import { MAX_VIEWED_BYTES, type ViewedFile } from './viewed-file.ts'

/** Milliseconds that a look waits for the scanner. After that a job scans the message. */
const LOOK_WAITS_MS = 20_000
/**
 * Returns a message that waits for a decision, and records the look (R11.40).
 * @throws 404 for a message that does not wait, 409 for one that is too large or infected, 503 for one that is not
 * checked for viruses yet.
 */
export async function findViewedMail(context: PersonContext, mailId: string): Promise<ViewedFile> {
  const { kysely } = context.database
  const mail = await requireWaiting(kysely, mailId)
  const { rawKey: key, byteSize } = mail
  if (key === null) throw failure(MAIL_TOO_LARGE)
  const authorizeAgain = async () => {
    await reloadActor(kysely, { context, right: previewMail.access })
    await requireWaiting(kysely, mailId)
  }
  if (await scanIfNeeded(context, { key, size: byteSize })) await authorizeAgain()
  requireChecked(await findScan(kysely, key))
  await recordMailRead(context, mail)
  const group = mailGroup(mail)
  return {
    kind: 'mail',
    isTooLarge: byteSize > MAX_VIEWED_BYTES,
    cache: { group, prefix: '' },
    file: {
      key: group,
      // Nobody has decided yet whose county it is.
      group: `mail ${mailId}`,
      about: { kind: 'mail' },
      read: () => readMessage(context, mail, key),
    },
    authorizeAgain,
  }
}

async function requireWaiting(db: Kysely<DB>, mailId: string): Promise<MailRow> {
  const mail = await findMail(db, mailId)
  if (mail?.state !== 'waiting') throw failure(MAIL_NOT_SHOWN)
  return mail
}

type Stored = { readonly key: string; readonly size: number }

/**
 * Scans a message that no scan has reached yet, because nobody may see it before.
 * @returns whether it took a scan.
 */
async function scanIfNeeded(context: PersonContext, stored: Stored): Promise<boolean> {
  const { scanner, database } = context
  const { kysely } = database
  const scan = await findScan(kysely, stored.key)
  if (scanner === null || scan?.state !== 'none') return false
  const verdict = await scanStored(context, stored, { scanner, withinMs: LOOK_WAITS_MS })
  await recordVerdict(kysely, stored.key, { verdict, isNew: true })
  return true
}

/** Writes the audit record of a look at a waiting message, once in ten minutes per account and message (R11.40). */
async function recordMailRead(
  context: PersonContext,
  { id: mailId, sender, countyId }: Pick<MailRow, 'id' | 'sender' | 'countyId'>,
): Promise<void> {
  await recordRead(context, {
    action: 'mail.viewed',
    subject: { kind: 'address', id: sender },
    countyId,
    after: { message: mailId },
  })
}

async function readMessage(
  context: PersonContext,
  { id, byteSize, sha256 }: MailRow,
  key: string,
): Promise<Buffer> {
  const stored = { storage_key: key, byte_size: byteSize, sha256 }
  try {
    return await buffer(await readStored(context, stored, { start: 0, end: byteSize - 1 }))
  } catch (error) {
    if (!(error instanceof MissingBytes || error instanceof DamagedBytes)) throw error
    context.log.error({ err: error, mailId: id }, 'The bytes of a message that waits are damaged.')
    throw failure(MAIL_CONTENT_MISSING)
  }
}
