import type { ResultOf } from '@portal/contract/endpoint.ts'
import type {
  listReceipts,
  listReceiptsOfFile,
  makeReceipts,
  OwnReceipt,
  Receipt,
  ReceiptHead,
  ReceivedFile,
  verifyReceipt,
} from '@portal/contract/receipts/receipts.ts'
import { fieldsOf, rowsOf, type Loose } from './wire.ts'

export type Verified = ResultOf<typeof verifyReceipt>

function readHead(row: Loose<ReceiptHead>): ReceiptHead {
  return {
    Number: row.Number ?? '',
    CheckCode: row.CheckCode ?? '',
    CountyName: row.CountyName ?? null,
    FileCount: row.FileCount ?? 0,
  }
}

function readFile(row: Loose<ReceivedFile>): ReceivedFile {
  return {
    FileID: row.FileID ?? 0,
    FileName: row.FileName ?? '',
    Bytes: row.Bytes ?? 0,
    SHA256: row.SHA256 ?? '',
    ReceivedAt: row.ReceivedAt ?? '',
    Category: row.Category ?? null,
    Type: row.Type ?? null,
    Description: row.Description ?? null,
    Owners: row.Owners ?? null,
  }
}

export function readReceipts(answer: ResultOf<typeof makeReceipts>): readonly ReceiptHead[] {
  return rowsOf(fieldsOf(answer).receipts).map(readHead)
}

export type OwnReceipts = ResultOf<typeof listReceipts>

export function readOwnReceipts(answer: OwnReceipts): OwnReceipts {
  const { receipts, next } = fieldsOf(answer)
  return { receipts: rowsOf(receipts).map(readOwn), next: next ?? null }
}

export function readReceiptsOfFile(answer: ResultOf<typeof listReceiptsOfFile>): readonly OwnReceipt[] {
  return rowsOf(fieldsOf(answer).receipts).map(readOwn)
}

function readOwn(row: Loose<OwnReceipt>): OwnReceipt {
  return { ...readHead(row), MadeAt: row.MadeAt ?? '' }
}

export function readReceipt(answer: Receipt): Receipt {
  const row = fieldsOf(answer)
  return {
    ...readHead(row),
    Sender: row.Sender ?? '',
    MadeAt: row.MadeAt ?? '',
    ClockState: row.ClockState ?? 'unknown',
    ClockAheadMs: row.ClockAheadMs ?? 0,
    // A receipt counts as sound only if the response says so.
    IsSound: row.IsSound === true,
    verifyBy: readVerifyBy(row.verifyBy),
    files: rowsOf(row.files).map(readFile),
  }
}

/** Returns null unless both are present: the link is useless without its picture, and the reverse. */
function readVerifyBy(answer: unknown): Receipt['verifyBy'] {
  const { url, picture } = fieldsOf(answer as Loose<NonNullable<Receipt['verifyBy']>>)
  if (!url || !picture?.size || !picture.path) return null
  return { url, picture: { size: picture.size, path: picture.path } }
}

/** An unreadable response never counts as genuine. */
export function readVerified(answer: Verified): Verified {
  const { verdict, receipt } = fieldsOf(answer)
  if (!receipt) return { verdict: 'not genuine', receipt: null }
  return { verdict: verdict ?? 'not genuine', receipt: readReceipt(receipt) }
}
