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
    // The clerk of the place has uploaded it, and nobody else.
    status: onDocument(403),
  },
  // Everybody has a list of their own.
  listReceipts: { ask: get(() => '/receipts'), status: anybody(200) },
  listReceiptsOfFile: { ask: get(({ fileId }) => `/files/uploads/${fileId}/receipts`), status: onDocument() },
  getReceipt: { ask: get(({ receiptNumber }) => `/receipts/${receiptNumber}`), status: onDocument() },
  getReceiptPdf: {
    ask: get(({ receiptNumber }) => `/receipts/${receiptNumber}/pdf`),
    status: onDocument(),
  },
  // A wrong code, which is answered as such.
  verifyReceipt: {
    ask: ({ receiptNumber }) => ({
      method: 'POST',
      url: '/api/receipts/verify',
      payload: { number: receiptNumber, code: '0000-0000-0000-0000-0000' },
    }),
    status: anybody(200),
  },
}
