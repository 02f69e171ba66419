import type { BodyOf, ParamsOf, QueryOf, ResultOf } from '@portal/contract/endpoint.ts'
import { PAGE_SIZE } from '@portal/contract/limits.ts'
import {
  MAIL_NOT_FOUND,
  NO_RECIPIENT,
  type acceptMail as acceptMailCall,
  type getMail as getMailCall,
  type listMails as listMailsCall,
  type Mail,
  type refuseMail as refuseMailCall,
} from '@portal/contract/ingestion/mailbox.ts'
import { UPLOAD_OTHER_COUNTY } from '@portal/contract/files/upload-errors.ts'
import { failure } from '../../../engines/http/errors.ts'
import { decodeCursor, pageOf } from '../../../engines/paging/paging.ts'
import { parseTimeCursor, timeCursor } from '../../../engines/paging/time-cursor.ts'
import { maySeeCounty } from '../../../records/access/county.policy.ts'
import type { PersonContext } from '../../../records/context.ts'
import { maySubmitFor, findSubmitter } from '../../../records/deliveries/submitter.ts'
import { countMails, type MailRow } from '../../../records/deliveries/mail-delivery.repository.ts'
import { rejectMessage, requireWaiting, acceptMessage } from './decide.usecases.ts'
import { readFilingAddresses } from './mail-addresses.ts'
import { addresseeNote, toMail } from './mails.models.ts'
import { readFilesOfMails, readMail, readMails, type ListedMail } from './mails.repository.ts'

/**
 * A page of messages, and how many wait. Uses a cursor, so that decisions by others cause no gaps.
 * @throws PortalError 400 for a cursor that no page returned.
 */
export async function listMails(
  context: PersonContext,
  { state = 'waiting', after }: QueryOf<typeof listMailsCall>,
): Promise<ResultOf<typeof listMailsCall>> {
  const { database, settings, clock } = context
  const from = decodeCursor(after, parseTimeCursor)
  const rows = await readMails(database.kysely, { state, after: from, atMost: PAGE_SIZE + 1 })
  const { page, next } = pageOf(rows, PAGE_SIZE, ({ arrivedAt: at, id }) => timeCursor({ at, id }))
  const { waiting } = await countMails(database.kysely, clock.now())
  return { isSetUp: settings.mailbox !== null, waiting, mails: await toMails(context, page), next }
}

type Accepted = ParamsOf<typeof acceptMailCall> & BodyOf<typeof acceptMailCall>

/**
 * Files the attachments of a waiting message.
 * @throws PortalError 400, 403, 404 and 409 with a sentence.
 */
export async function acceptMail(
  context: PersonContext,
  { mailId, countyID: countyId, categoryID: categoryId, typeID: typeId, description }: Accepted,
): Promise<Mail> {
  const waiting = await requireWaiting(context, mailId)
  if (!maySeeCounty(context.actor.person, countyId)) throw failure(UPLOAD_OTHER_COUNTY)
  await acceptMessage(context, waiting, {
    uploadedBy: await whoseDocuments(context, waiting, countyId),
    draft: { countyId, categoryId, typeId, description },
  })
  return getMail(context, { mailId })
}

type Refused = ParamsOf<typeof refuseMailCall> & BodyOf<typeof refuseMailCall>

/**
 * Rejects a waiting message, and mails the reason on request.
 * @throws PortalError 404 and 409 with a sentence.
 */
export async function refuseMail(context: PersonContext, { mailId, reason, isTold }: Refused): Promise<Mail> {
  const waiting = await requireWaiting(context, mailId)
  const answerTo = isTold ? addresseeNote(waiting) : null
  if (isTold && answerTo === null) throw failure(NO_RECIPIENT)
  await rejectMessage(context, waiting, { reason, answerTo })
  return getMail(context, { mailId })
}

/** The sender, if they are verified and may upload there, else the person who decides. */
async function whoseDocuments(
  { database, actor }: PersonContext,
  { account }: MailRow,
  countyId: number,
): Promise<number> {
  const bringer = account === null ? null : await findSubmitter(database.kysely, account)
  return bringer && maySubmitFor(bringer, countyId) ? bringer.accountId : actor.person.accountId
}

/**
 * The current state of a message, whoever has decided on it.
 * @throws PortalError 404 if there is no such message.
 */
export async function getMail(
  context: PersonContext,
  { mailId }: ParamsOf<typeof getMailCall>,
): Promise<Mail> {
  const row = await readMail(context.database.kysely, mailId)
  const [mail] = row ? await toMails(context, [row]) : []
  if (!mail) throw failure(MAIL_NOT_FOUND)
  return mail
}

async function toMails({ database, settings }: PersonContext, rows: readonly ListedMail[]): Promise<Mail[]> {
  const ids = rows.map(({ id }) => id)
  const files = await readFilesOfMails(database.kysely, ids)
  const { addresses } = await readFilingAddresses({ database }, settings.mailbox?.filings ?? [])
  return rows.map((row) => toMail(row, { files, addresses }))
}
