import type { OwnReceipt, Receipt, ReceiptHead, ReceivedFile } from '@portal/contract/receipts/receipts.ts'
import type { Settings } from '../../engines/config/settings.ts'
import type { ProvenReceipt } from '../../records/receipts/read-receipt.ts'
import type { ReceiptFile } from '../../records/receipts/receipt.ts'
import { verifyUrl } from '../../records/receipts/receipt-number.ts'
import type { ReceiptSummary, ReceiptOfBatch } from '../../records/receipts/receipts.repository.ts'

export function toHead({ number, checkCode, countyName, documentIds }: ReceiptOfBatch): ReceiptHead {
  return { Number: number, CheckCode: checkCode, CountyName: countyName, FileCount: documentIds.length }
}

export function toSummary({ number, checkCode, countyName, madeAt, fileCount }: ReceiptSummary): OwnReceipt {
  return {
    Number: number,
    CheckCode: checkCode,
    CountyName: countyName,
    FileCount: fileCount,
    MadeAt: madeAt.toISOString(),
  }
}

export async function toReceipt(
  settings: Pick<Settings, 'publicUrl'>,
  { receipt, isSound }: ProvenReceipt,
): Promise<Receipt> {
  const { qrPicture } = await import('../../engines/qr/qr-picture.ts')
  const url = verifyUrl(settings, receipt)
  const { number, checkCode, countyName, sender, madeAt, clock, clockAheadMs, files } = receipt
  return {
    Number: number,
    CheckCode: checkCode,
    CountyName: countyName,
    FileCount: files.length,
    Sender: sender,
    MadeAt: madeAt.toISOString(),
    ClockState: clock,
    ClockAheadMs: clockAheadMs,
    IsSound: isSound,
    verifyBy: isSound ? { url, picture: qrPicture(url) } : null,
    files: files.map(toWireFile),
  }
}

function toWireFile(file: ReceiptFile): ReceivedFile {
  return {
    FileID: file.documentId,
    FileName: file.fileName,
    Bytes: file.byteSize,
    SHA256: file.sha256.toString('hex'),
    ReceivedAt: file.receivedAt.toISOString(),
    Category: file.category,
    Type: file.type,
    Description: file.description,
    Owners: file.owners,
  }
}
