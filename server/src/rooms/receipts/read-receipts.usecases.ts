import type { BodyOf, QueryOf, ResultOf } from '@portal/contract/endpoint.ts'
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
 * Returns the receipt with this number.
 * @throws 404 if the caller may see no such receipt.
 */
export async function requireReceipt(context: PersonContext, number: string): Promise<Receipt> {
  return toReceipt(context.settings, await requireProvenReceipt(context, number))
}

/**
 * Returns the stored receipt with this number, and whether it still matches the issued one.
 * @throws 404 if the caller may see no such receipt.
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

/** Lists a page of the caller's own receipts. The page is empty if `after` is not one of their receipts. */
export async function listOwn(
  { database, actor }: PersonContext,
  { after: typed, countyId }: QueryOf<typeof listCall>,
): Promise<ResultOf<typeof listCall>> {
  const after = typed === undefined ? null : (readReceiptNumber(typed) ?? typed)
  const { accountId } = actor.person
  const rows = await listOwnReceipts(database.kysely, {
    accountId,
    countyId: countyId ?? null,
    after,
    most: PAGE_SIZE + 1,
  })
  const receipts = rows.slice(0, PAGE_SIZE).map(toSummary)
  const next = rows.length > PAGE_SIZE ? (receipts.at(-1)?.Number ?? null) : null
  return { receipts, next }
}

/**
 * Lists the receipts that include a document.
 * @throws 404 if the caller may not see the document, 403 if it is in the bin and the caller may not restore it.
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
 * Checks whether the number and code belong to a receipt that the portal issued. An unknown receipt, a receipt that the
 * caller may not see, and a wrong code give the same response, and count as attempts.
 * @throws 429 after too many attempts.
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

/**
 * If someone changed a stored receipt, its computed code or its stored code differs from the issued one. A code that
 * still matches one of the two shows a damaged receipt.
 */
function verdictOn({ receipt, codeByNow, isSound }: ProvenReceipt, code: string): Verified['verdict'] {
  const isKept = isSameCode(code, receipt.checkCode)
  const isMade = codeByNow !== null && isSameCode(code, codeByNow)
  if (isKept && isSound) return 'genuine'
  return isKept || isMade ? 'damaged' : 'not genuine'
}
