import type { KeptReceipt } from '../../records/receipts/receipt.ts'

/** Of texts; a receipt of so many is printed in half a second, and the longest one takes a hundred times as long. */
const LONG_FROM_CHARACTERS = 100_000

/** What a file of the receipt has beside its texts: number, hash, size and times. */
const CHARACTERS_OF_A_FILE = 150

/** Whether the receipt takes long to print: short ones and all other mails do not wait behind it. */
export function isLongReceipt({ files }: Pick<KeptReceipt, 'files'>): boolean {
  const characters = files.reduce(
    (sum, { fileName, description, owners }) =>
      sum + CHARACTERS_OF_A_FILE + fileName.length + (description?.length ?? 0) + (owners?.length ?? 0),
    0,
  )
  return characters > LONG_FROM_CHARACTERS
}
