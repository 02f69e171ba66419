import { anybody, get, onDocument, type Line } from './line.ts'

const ask = (fileIds: readonly number[]) => ({
  method: 'POST' as const,
  url: '/api/receipts',
  payload: { batch: 'wall', fileIds },
})

/** Calls of the room receipts. */
export const receiptLines: Readonly<Record<string, Line>> = {
  makeReceipts: {
    ask: ({ fileId }) => ask([fileId]),
    across: ({ fileId }, other) => ask([fileId, other.fileId]),
    // Only the clerk of the place has uploaded it.
    status: onDocument(403),
  },
  // Everyone has their own list.
  listReceipts: { ask: get(() => '/receipts'), status: anybody(200) },
  listReceiptsOfFile: { ask: get(({ fileId }) => `/files/uploads/${fileId}/receipts`), status: onDocument() },
  getReceipt: { ask: get(({ receiptNumber }) => `/receipts/${receiptNumber}`), status: onDocument() },
  getReceiptPdf: {
    ask: get(({ receiptNumber }) => `/receipts/${receiptNumber}/pdf`),
    status: onDocument(),
  },
  // A wrong code, which is reported as such.
  verifyReceipt: {
    ask: ({ receiptNumber }) => ({
      method: 'POST',
      url: '/api/receipts/verify',
      payload: { number: receiptNumber, code: '0000-0000-0000-0000-0000' },
    }),
    status: anybody(200),
  },
}
