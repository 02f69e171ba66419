import { z } from 'zod'
import { FILE_NOT_FOUND, OPEN_FORBIDDEN } from '../files/document-errors.ts'
import { endpoint } from '../endpoint.ts'
import { defineError } from '../error.ts'
import { fileId, id, isStorable, moment, queryNumber, queryText } from '../fields.ts'
import { LIST_IN_PROGRESS } from '../lookups/lookups.ts'

/** Maximum files that one call may put on receipts. */
export const MAX_FILES_OF_A_CALL = 1000

export const RECEIPT_FORBIDDEN = defineError({
  code: 'receipt.not_yours',
  status: 403,
  sentence: 'A receipt is for those who uploaded the files. Please ask the person who uploaded them.',
})
export const RECEIPT_NOT_FOUND = defineError({
  code: 'receipt.not_found',
  status: 404,
  sentence: 'There is no such receipt among those that you may see. Please check the number.',
})
export const RECEIPT_DAMAGED = defineError({
  code: 'receipt.damaged',
  status: 409,
  sentence:
    'This receipt is damaged: what the portal keeps of it was changed after it was given out. Please tell the helpdesk, and rely on the mail or the PDF that its sender has.',
})
export const FILE_IN_BIN = defineError({
  code: 'receipt.file_in_bin',
  status: 409,
  sentence: '{fileName} is in the recycle bin. Please restore it, or ask for a receipt of the other files.',
})
/** Maximum requested receipts per file within 24 hours. */
export const MAX_RECEIPTS_OF_A_FILE = 10

export const FILE_ON_MANY_RECEIPTS = defineError({
  code: 'receipt.file_on_many',
  status: 429,
  sentence: `One of these files is on ${MAX_RECEIPTS_OF_A_FILE} receipts of the last 24 hours already. Please use one of those: see My receipts.`,
})
export const TOO_MANY_FILES_AT_ONCE = defineError({
  code: 'receipt.too_many_files',
  status: 400,
  sentence: `Please name 1 to ${MAX_FILES_OF_A_CALL} files by their ids.`,
})
export const BATCH_UNNAMED = defineError({
  code: 'receipt.batch_unnamed',
  status: 400,
  sentence: 'Please name the batch in 1 to 100 characters.',
})

/** Whether a time server (NTP) kept the clock of the server; 'unknown' if that could not be determined. */
const clockState = z.enum(['kept', 'not kept', 'unknown'])

const clockFacts = z.object({
  ClockState: clockState,
  /** Milliseconds that the server's clock was ahead of the database's; negative when it was behind. */
  ClockAheadMs: z.int(),
})

/** A document at the time of its receipt. */
const receivedFile = z.object({
  FileID: id,
  FileName: z.string(),
  Bytes: z.int(),
  /** In hexadecimal digits. */
  SHA256: z.string(),
  /** When the last byte arrived: the document's UploadDate. */
  ReceivedAt: moment,
  /** The category when the receipt was made; null for older receipts, which lack it. */
  Category: z.string().nullable(),
  Type: z.string().nullable(),
  Description: z.string().nullable(),
  /** Names with their relation, such as `Acme LLC (Owner)`; null if the document had none. */
  Owners: z.string().nullable(),
})
export type ReceivedFile = z.output<typeof receivedFile>

/** A receipt without its files. */
const receiptHead = z.object({
  Number: z.string(),
  /** Verifies the receipt: number and code together prove that the portal issued it. */
  CheckCode: z.string(),
  CountyName: z.string().nullable(),
  FileCount: z.int(),
})
export type ReceiptHead = z.output<typeof receiptHead>

export const receipt = receiptHead.extend({
  /** The address of the person who uploaded the files. */
  Sender: z.string(),
  MadeAt: moment,
  ...clockFacts.shape,
  /** False if the stored receipt differs from the issued one, because it was changed in the database. */
  IsSound: z.boolean(),
  /** A link that verifies the receipt, and its QR code as the path of an SVG; null if the receipt is not sound. */
  verifyBy: z.object({ url: z.string(), picture: z.object({ size: z.int(), path: z.string() }) }).nullable(),
  /** In the order of the batch. */
  files: z.array(receivedFile),
})
export type Receipt = z.output<typeof receipt>

/** Milliseconds by which two clocks may differ without a measurable difference. */
const NOT_TOLD_MS = 100

/**
 * A sentence on how far to trust the times on a receipt. It omits unknown facts; administrators find them in *System
 * status*.
 */
export function clockSentence({
  ClockState: state,
  ClockAheadMs: ahead,
}: Pick<Receipt, 'ClockState' | 'ClockAheadMs'>): string {
  const seconds = Math.ceil(Math.max(NOT_TOLD_MS, Math.abs(ahead)) / 100) / 10
  const agreed = `agreed to within ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`
  if (state === 'kept')
    return `The portal’s clock was checked against a time server, and the clocks of its servers ${agreed}.`
  if (state === 'not kept')
    return `The portal’s clock was not checked against a time server, so the times may be off; the clocks of its servers ${agreed}.`
  return `The clocks of the portal’s servers ${agreed}.`
}

const receiptNumber = z.string().max(100, RECEIPT_NOT_FOUND.sentence)

export const makeReceipts = endpoint({
  summary:
    'Makes a receipt of files that the caller has uploaded, one for each county they are of, and mails it to them. Files that are on a receipt of the same batch stay on that one: asking again answers the same.',
  method: 'POST',
  path: '/receipts',
  access: 'documents.add',
  body: z.object({
    batch: z
      .string(BATCH_UNNAMED.sentence)
      .refine(isStorable, BATCH_UNNAMED.sentence)
      .trim()
      .min(1, BATCH_UNNAMED.sentence)
      .max(100, BATCH_UNNAMED.sentence),
    fileIds: z
      .array(id, TOO_MANY_FILES_AT_ONCE.sentence)
      .min(1, TOO_MANY_FILES_AT_ONCE.sentence)
      .max(MAX_FILES_OF_A_CALL, TOO_MANY_FILES_AT_ONCE.sentence),
  }),
  result: z.object({ success: z.literal(true), receipts: z.array(receiptHead) }),
  errors: [
    FILE_NOT_FOUND,
    RECEIPT_FORBIDDEN,
    FILE_IN_BIN,
    FILE_ON_MANY_RECEIPTS,
    TOO_MANY_FILES_AT_ONCE,
    BATCH_UNNAMED,
  ],
  fallback: 'The receipt could not be made. Your files are safely stored.',
})

const ownReceipt = receiptHead.extend({ MadeAt: moment })
export type OwnReceipt = z.output<typeof ownReceipt>

export const listReceipts = endpoint({
  summary:
    'A page of 50 receipts of files that the caller uploaded, in one county if `countyId` names it, the newest first; `next` leads to the page behind it (`after`).',
  method: 'GET',
  path: '/receipts',
  access: 'session',
  query: z.object({ after: queryText('after', 100), countyId: queryNumber('countyId') }),
  result: z.object({
    receipts: z.array(ownReceipt),
    /** The number of the last receipt of the page; null if no receipts follow. */
    next: z.string().nullable(),
  }),
  errors: [],
  fallback: 'Your receipts could not be loaded.',
})

export const listReceiptsOfFile = endpoint({
  summary: 'The receipts that hold a document, as far as the caller may see them, the newest first.',
  method: 'GET',
  path: '/files/uploads/:fileId/receipts',
  access: 'session',
  params: z.object({ fileId }),
  result: z.object({ receipts: z.array(ownReceipt) }),
  errors: [FILE_NOT_FOUND, OPEN_FORBIDDEN],
  fallback: 'The receipts of this file could not be loaded.',
})

export const getReceipt = endpoint({
  summary: 'A receipt of a county that the caller sees, or one of their own.',
  method: 'GET',
  path: '/receipts/:number',
  access: 'session',
  params: z.object({ number: receiptNumber }),
  result: receipt,
  errors: [RECEIPT_NOT_FOUND],
  fallback: 'The receipt could not be loaded.',
})

export const getReceiptPdf = endpoint({
  summary: 'The same receipt as a PDF on US Letter, to be kept and printed.',
  method: 'GET',
  path: '/receipts/:number/pdf',
  access: 'session',
  payload: 'document',
  params: z.object({ number: receiptNumber }),
  result: z.unknown(),
  errors: [RECEIPT_NOT_FOUND, RECEIPT_DAMAGED, LIST_IN_PROGRESS],
  fallback: 'The receipt could not be made as a PDF.',
})

/**
 * 'genuine': the portal issued it, and the stored receipt is unchanged. 'damaged': the portal issued it, but the stored
 * receipt was changed. 'not genuine': the number, the code or both are wrong, or the caller cannot see its county.
 */
export const verdict = z.enum(['genuine', 'damaged', 'not genuine'])

export const verifyReceipt = endpoint({
  isRead: true,
  summary:
    'Whether a receipt with this number and this check code was given out by the portal, and what it says. Capitals, spaces and hyphens do not matter.',
  method: 'POST',
  path: '/receipts/verify',
  access: 'session',
  body: z.object({ number: z.string().max(100), code: z.string().max(100) }),
  result: z.object({ verdict, receipt: receipt.nullable() }),
  errors: [],
  fallback: 'The receipt could not be verified.',
})
