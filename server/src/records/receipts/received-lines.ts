import { momentText } from '../../engines/mail/letter.ts'
import type { ReceiptFile } from './receipt.ts'

/** The proof that a file was received, as lines: its time in UTC and in the firm's zone, its size and its hash. */
export function receivedLines(
  { receivedAt, byteSize, sha256 }: Pick<ReceiptFile, 'receivedAt' | 'byteSize' | 'sha256'>,
  timeZone: string,
): string[] {
  return [
    `Received: ${receivedAt.toISOString()} (${momentText(receivedAt, timeZone)})`,
    `Size: ${byteSize} bytes`,
    `SHA-256: ${sha256.toString('hex')}`,
  ]
}
