import { randomUUID } from 'node:crypto'
import {
  MAIL_CONTENT_MISSING,
  MAIL_IN_HAND,
  MAIL_NOT_FOUND,
  MAIL_NOT_WAITING,
  MAIL_TOO_LARGE,
  MAIL_WITHOUT_FILES,
} from '@portal/contract/ingestion/mailbox.ts'
import { UPLOAD_COUNTY_CLOSED } from '@portal/contract/files/upload-errors.ts'
import { failure } from '../../../engines/http/errors.ts'
import { DamagedBytes, MissingBytes } from '../../../engines/storage/storage.ts'
import { recordAudit } from '../../../records/audit/record.ts'
import type { Context } from '../../../records/context.ts'
import { isClosedForNow } from '../../../records/counties/counties.repository.ts'
import { recordReleased } from '../../../records/stored-files/bytes/stored-objects.repository.ts'
import { checkDraft, type DocumentDraft } from '../../../records/intake/document-draft.ts'
import {
  findMail,
  listMailFiles,
  type MailEnding,
  type MailFile,
  type MailRow,
} from '../../../records/deliveries/mail-delivery.repository.ts'
import { releaseMail, leaseMail } from '../../../records/deliveries/mail-lease.repository.ts'
import { endMessage } from './end-message.ts'
import { storedMessage } from './raw-message.ts'
import { importAttachments } from './import-attachments.ts'

/** @throws PortalError 404 if there is no such message, 409 if it is not waiting. */
export async function requireWaiting({ database }: Pick<Context, 'database'>, id: string): Promise<MailRow> {
  const mail = await findMail(database.kysely, id)
  if (!mail) throw failure(MAIL_NOT_FOUND)
  if (mail.state !== 'waiting') throw failure(MAIL_NOT_WAITING)
  return mail
}

/**
 * Imports the files of a waiting message as documents of that account. If no file can be accepted, the message keeps
 * waiting. After an interruption, it can be accepted again.
 * @throws PortalError 400 for an invalid draft; 409 if someone else is deciding, the county is closed, or the portal
 * has no files of the message; 500 if the stored bytes differ from the received ones.
 */
export async function acceptMessage(
  context: Context,
  mail: MailRow,
  { uploadedBy, draft: said }: { uploadedBy: number; draft: DocumentDraft },
): Promise<MailFile[]> {
  const { id, rawKey, byteSize, sha256 } = mail
  const { kysely } = context.database
  if (rawKey === null) throw failure(MAIL_TOO_LARGE)
  const draft = await requireDraft(context, said)
  const raw = storedMessage(context, { key: rawKey, size: byteSize, sha256 })
  return inHand(context, mail, async (keep) => {
    if ((await listMailFiles(kysely, id)).length === 0) throw failure(MAIL_WITHOUT_FILES)
    const brought = { deliveryId: id, raw, draft, uploadedBy, keepTurn: keep }
    const stored = await importAttachments(context, brought).catch((error: unknown) =>
      tellDamaged(context, mail, error),
    )
    if (stored > 0) {
      const said = { state: 'accepted', reason: null, countyId: draft.countyId } as const
      await decide(context, mail, { ...said, inHandOf: await keep() }, answerToKnown(mail))
    }
    return listMailFiles(kysely, id)
  })
}

/**
 * Rejects a message permanently.
 * @param answerTo the address that gets the reason; null for none.
 * @throws PortalError 409 if someone else is deciding.
 */
export async function rejectMessage(
  context: Context,
  mail: MailRow,
  { reason, answerTo }: { reason: string; answerTo: string | null },
): Promise<void> {
  await inHand(context, mail, async (keep) => {
    const said = { state: 'refused', reason, countyId: mail.countyId } as const
    await decide(context, mail, { ...said, inHandOf: await keep() }, answerTo)
  })
}

function tellDamaged({ log }: Context, { id, rawKey }: MailRow, error: unknown): never {
  if (!(error instanceof MissingBytes || error instanceof DamagedBytes)) throw error
  log.error({ err: error, mailId: id, storageKey: rawKey }, 'The bytes of a message that waits are damaged.')
  throw failure(MAIL_CONTENT_MISSING)
}

/** A sender who was told that the message waits also gets the result. */
function answerToKnown({ account, isAnswered }: MailRow): string | null {
  return isAnswered ? account : null
}

/** Reports errors that concern all files before any file is rejected for them. */
async function requireDraft(context: Context, draft: DocumentDraft): Promise<DocumentDraft> {
  const { countyId } = draft
  const sound = checkDraft(await context.dictionaries.names([countyId]), draft)
  const isClosed = await context.database.kysely
    .transaction()
    .execute(async (transaction) => countyId !== null && isClosedForNow(transaction, countyId))
  if (isClosed) throw failure(UPLOAD_COUNTY_CLOSED)
  return sound
}

/** Leases the message, so that one person at a time decides on it. `keep` renews the lease, and returns its owner. */
async function inHand<T>(
  { database: { kysely } }: Context,
  { id }: MailRow,
  work: (keep: () => Promise<string>) => Promise<T>,
): Promise<T> {
  const owner = randomUUID()
  const keep = async () => {
    if (await leaseMail(kysely, { id, owner })) return owner
    throw failure((await findMail(kysely, id))?.state === 'waiting' ? MAIL_IN_HAND : MAIL_NOT_WAITING)
  }
  await keep()
  try {
    return await work(keep)
  } finally {
    await releaseMail(kysely, { id, owner })
  }
}

async function decide(
  context: Context,
  { id, accountId, rawKey, sender }: MailRow,
  said: Pick<MailEnding, 'state' | 'reason' | 'countyId' | 'inHandOf'>,
  answerTo: string | null,
): Promise<void> {
  const by = context.actor.kind === 'person' ? context.actor.person.accountId : null
  const ending = {
    ...said,
    accountId,
    isAnswered: answerTo !== null,
    decision: { by, at: context.clock.now() },
  }
  const isEnded = await endMessage(context, {
    id,
    from: 'waiting',
    ending,
    answerTo,
    async alsoRecord(transaction) {
      if (rawKey !== null) await recordReleased(transaction, rawKey)
      await recordAudit(transaction, context, {
        action: said.state === 'accepted' ? 'mail.taken_in' : 'mail.turned_away',
        subject: { kind: 'address', id: sender },
        countyId: said.countyId,
        after: { message: id, onBehalfOf: sender, reason: said.reason },
      })
    },
  })
  if (!isEnded) throw failure(MAIL_NOT_WAITING)
}
