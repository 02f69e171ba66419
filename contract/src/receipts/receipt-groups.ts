import { oneLine } from '../plain-name.ts'

/** Files of a receipt that are of one category and type. */
export type ReceiptGroup<File> = {
  /** Such as `Industrial: Rendition`; null of receipts that say nothing of it. */
  readonly heading: string | null
  readonly files: readonly File[]
}

/** What a file of a receipt is; null of receipts that say nothing of it. */
export type ReceivedKind = { readonly category: string | null; readonly type: string | null }

/** The files by category and type. Groups, and the files in each, keep the order of the batch. */
export function receiptGroups<File>(
  files: readonly File[],
  kindOf: (file: File) => ReceivedKind,
): ReceiptGroup<File>[] {
  const groups = Map.groupBy(files, (file) => {
    const { category, type } = kindOf(file)
    return category === null || type === null ? null : `${category}: ${type}`
  })
  return [...groups].map(([heading, ofGroup]) => ({ heading, files: ofGroup }))
}

/**
 * What else is said of a file, in one line whatever breaks a description has: `Equipment list · Owner: Acme LLC (Owner)`;
 * null where nothing is said.
 */
export function receivedNote({
  description,
  owners,
}: {
  readonly description: string | null
  readonly owners: string | null
}): string | null {
  const parts = [description, owners === null ? null : `Owner: ${owners}`]
  const lines = parts.map((part) => oneLine(part ?? ''))
  return lines.filter((line) => line !== '').join(' · ') || null
}
