import {
  getReceipt,
  getReceiptPdf,
  listReceipts,
  listReceiptsOfFile,
  makeReceipts,
  verifyReceipt,
} from '@portal/contract/receipts/receipts.ts'
import type { Serve } from '../../records/context.ts'
import { makeReceipts as makeReceiptsOf } from './make-receipts.usecases.ts'
import { receiptPdf } from './pdf/receipt-pdf.usecases.ts'
import {
  listOfFile,
  listOwn,
  requireReceipt,
  verifyReceipt as verifyReceiptFor,
} from './read-receipts.usecases.ts'

export function receiptsRoutes(serve: Serve): void {
  serve(makeReceipts, async (context, { body }) => ({
    success: true as const,
    receipts: await makeReceiptsOf(context, body),
  }))

  serve(listReceipts, (context, { query }) => listOwn(context, query))

  serve(listReceiptsOfFile, (context, { params }) => listOfFile(context, params))

  serve(getReceipt, (context, { params }) => requireReceipt(context, params.number))

  serve(getReceiptPdf, (context, { params, request }) =>
    receiptPdf(context, { number: params.number, method: request.method }),
  )

  serve(verifyReceipt, (context, { body }) => verifyReceiptFor(context, body))
}
