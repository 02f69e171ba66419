import type { OwnReceipt, Receipt, ReceiptHead } from '@portal/contract/receipts.ts'
import type { ProvenReceipt } from '../../records/receipts/read-receipt.ts'
import type { ReceiptFile } from '../../records/receipts/receipt.ts'
import type { ReceiptSummary, ReceiptOfBatch } from '../../records/receipts/receipts.repository.ts'
import type { DocumentToReceive } from './receipts.repository.ts'

export function toReceivedFile(document: DocumentToReceive): ReceiptFile {
  return {
    documentId: document.id,
    fileName: document.file_name,
    byteSize: document.byte_size,
    sha256: document.sha256,
    receivedAt: document.uploaded_at,
  }
}

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

export function toReceipt({ receipt, isSound }: ProvenReceipt): Receipt {
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
    files: files.map(({ documentId, fileName, byteSize, sha256, receivedAt }) => ({
      FileID: documentId,
      FileName: fileName,
      Bytes: byteSize,
      SHA256: sha256.toString('hex'),
      ReceivedAt: receivedAt.toISOString(),
    })),
  }
}
