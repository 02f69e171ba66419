import type { BodyOf, ResultOf } from '@portal/contract/endpoint.ts'
import {
  type listReceipts as listCall,
  type listReceiptsOfFile as listOfFileCall,
  RECEIPT_NOT_FOUND,
  type Receipt,
  type verifyReceipt as verifyCall,
} from '@portal/contract/receipts/receipts.ts'
import { failure } from '../../engines/http/errors.ts'
import { admitAttempt } from '../../engines/throttle/throttle.ts'
import type { PersonContext } from '../../records/context.ts'
import { mayDownload } from '../../records/documents/documents.policy.ts'
import { requireDocument } from '../../records/documents/require-document.ts'
import { isSameCode } from '../../records/receipts/check-code.ts'
import { readReceipt, type ProvenReceipt } from '../../records/receipts/read-receipt.ts'
import { readReceiptNumber } from '../../records/receipts/receipt-number.ts'
import { listOwnReceipts, listReceiptsOf } from '../../records/receipts/receipts.repository.ts'
import { toReceipt, toSummary } from './receipts.models.ts'
import { verifyingLimits } from './receipts.limits.ts'

/**
 * The receipt of that number.
 * @throws 404 where there is none that the caller may see.
 */
export async function requireReceipt(context: PersonContext, number: string): Promise<Receipt> {
  return toReceipt(context.settings, await requireProvenReceipt(context, number))
}

/**
 * The receipt of that number as it is kept, and whether it is what was given out.
 * @throws 404 where there is none that the caller may see.
 */
export async function requireProvenReceipt(context: PersonContext, number: string): Promise<ProvenReceipt> {
  const found = await findSeen(context, number)
  if (!found) throw failure(RECEIPT_NOT_FOUND)
  return found
}

async function findSeen(
  { database, actor }: PersonContext,
  typed: string,
): Promise<ProvenReceipt | undefined> {
  const number = readReceiptNumber(typed)
  return number === null ? undefined : readReceipt(database.kysely, number, actor.person)
}

const PAGE_SIZE = 50

/** A page of the caller's own receipts; one behind a number that is not theirs is empty. */
export async function listOwn(
  { database, actor }: PersonContext,
  { after: typed }: { readonly after?: string | undefined },
): Promise<ResultOf<typeof listCall>> {
  const after = typed === undefined ? null : (readReceiptNumber(typed) ?? typed)
  const { accountId } = actor.person
  const rows = await listOwnReceipts(database.kysely, { accountId, after, most: PAGE_SIZE + 1 })
  const receipts = rows.slice(0, PAGE_SIZE).map(toSummary)
  const next = rows.length > PAGE_SIZE ? (receipts.at(-1)?.Number ?? null) : null
  return { receipts, next }
}

/**
 * The receipts that hold a document.
 * @throws 404 for a document that is not to be seen, 403 for one in the bin that is not theirs to restore.
 */
export async function listOfFile(
  context: PersonContext,
  { fileId }: { readonly fileId: number },
): Promise<ResultOf<typeof listOfFileCall>> {
  const { person } = context.actor
  await requireDocument(context, fileId, (document) => mayDownload(person, document))
  const receipts = await listReceiptsOf(context.database.kysely, fileId, person)
  return { receipts: receipts.map(toSummary) }
}

type Verified = ResultOf<typeof verifyCall>

/**
 * Whether number and code are those of a receipt that the portal gave out. One that is not there, one of a county that the
 * caller does not see and a wrong code are one answer, and count as attempts.
 * @throws 429 after too many of them.
 */
export async function verifyReceipt(
  context: PersonContext,
  { number, code }: BodyOf<typeof verifyCall>,
): Promise<Verified> {
  const attempt = await admitAttempt(context, verifyingLimits(context.actor))
  const found = await findSeen(context, number)
  const verdict = found ? verdictOn(found, code) : 'not genuine'
  if (!found || verdict === 'not genuine') return { verdict: 'not genuine', receipt: null }
  await attempt.refund(context.database.kysely)
  return { verdict, receipt: await toReceipt(context.settings, found) }
}

/** What was changed since has another code by now, or is kept with another: then one of the two is still the one given out. */
function verdictOn({ receipt, codeByNow, isSound }: ProvenReceipt, code: string): Verified['verdict'] {
  const isKept = isSameCode(code, receipt.checkCode)
  const isMade = codeByNow !== null && isSameCode(code, codeByNow)
  if (isKept && isSound) return 'genuine'
  return isKept || isMade ? 'damaged' : 'not genuine'
}
