import { RECEIPT_DAMAGED } from '@portal/contract/receipts/receipts.ts'
import { CallResult, type RawBody } from '../../../engines/http/call-result.ts'
import { failure } from '../../../engines/http/errors.ts'
import type { PersonContext } from '../../../records/context.ts'
import { requireProvenReceipt } from '../read-receipts.usecases.ts'
import { pdfName } from './pdf-name.ts'

/**
 * Returns the receipt as a PDF. A user gets one at a time.
 * @throws 404 if the caller may see no such receipt, 409 if it differs from the issued one, 429 while another list is
 * being sent to them.
 */
export async function receiptPdf(
  context: PersonContext,
  { number, method }: { number: string; method: string },
): Promise<CallResult<RawBody>> {
  const { settings, listLimiter, printReceipt, actor } = context
  // Taken before the first query, because verifying a receipt of a thousand files takes a while.
  const endTurn = await listLimiter.take(actor.person.accountId)
  try {
    const { receipt, isSound } = await requireProvenReceipt(context, number)
    if (!isSound) throw failure(RECEIPT_DAMAGED)
    const headers = {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="${pdfName(receipt)}"`,
    }
    if (method === 'HEAD') return new CallResult(undefined, { headers, onceSent: endTurn })
    const pdf = await printReceipt(receipt, settings)
    return new CallResult(pdf, { headers, onceSent: endTurn })
  } catch (error) {
    endTurn()
    throw error
  }
}
