import type { AnswerOf, BodyOf } from '@portal/contract/endpoint.ts'
import {
  RECEIPT_NOT_FOUND,
  type Receipt,
  type verifyReceipt as verifyCall,
} from '@portal/contract/receipts.ts'
import { failure } from '../../engines/http/errors.ts'
import { admitAttempt } from '../../engines/throttle/throttle.ts'
import type { PersonContext } from '../../records/context.ts'
import { isSameCode } from '../../records/receipts/check-code.ts'
import { readReceipt, type ProvenReceipt } from '../../records/receipts/read-receipt.ts'
import { readReceiptNumber } from '../../records/receipts/receipt-number.ts'
import { toReceipt } from './receipts.models.ts'
import { verifyingLimits } from './receipts.limits.ts'

/**
 * The receipt of that number.
 * @throws 404 where there is none that the caller may see.
 */
export async function requireReceipt(context: PersonContext, number: string): Promise<Receipt> {
  return toReceipt(await requireProvenReceipt(context, number))
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

type Verified = AnswerOf<typeof verifyCall>

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
  return { verdict, receipt: toReceipt(found) }
}

/** What was changed since has another code by now, or is kept with another: then one of the two is still the one given out. */
function verdictOn({ receipt, codeByNow, isSound }: ProvenReceipt, code: string): Verified['verdict'] {
  const isKept = isSameCode(code, receipt.checkCode)
  const isMade = codeByNow !== null && isSameCode(code, codeByNow)
  if (isKept && isSound) return 'genuine'
  return isKept || isMade ? 'damaged' : 'not genuine'
}
