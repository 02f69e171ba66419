import { RECEIPT_DAMAGED } from '@portal/contract/receipts/receipts.ts'
import { CallResult, type RawBody } from '../../../engines/http/call-result.ts'
import { failure } from '../../../engines/http/errors.ts'
import type { PersonContext } from '../../../records/context.ts'
import { requireProvenReceipt } from '../read-receipts.usecases.ts'
import { pdfName } from './pdf-name.ts'

/**
 * The receipt of that number as a PDF. Somebody gets one at a time.
 * @throws 404 where there is none that the caller may see, 409 for one that is not what was given out, 429 while another list is
 * on its way to them.
 */
export async function receiptPdf(
  context: PersonContext,
  { number, method }: { number: string; method: string },
): Promise<CallResult<RawBody>> {
  const { settings, listLimiter, printReceipt, actor } = context
  // Before the first query: to prove a receipt of a thousand files takes a while.
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
