import { oneLine } from '../plain-name.ts'

/** The files of a receipt that share a category and type. */
export type ReceiptGroup<File> = {
  /** Such as `Industrial: Rendition`; null for receipts without this information. */
  readonly heading: string | null
  readonly files: readonly File[]
}

/** The category and type of a file; null for receipts without this information. */
export type ReceivedKind = { readonly category: string | null; readonly type: string | null }

/** Groups the files by category and type. Groups and their files keep the order of the batch. */
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
 * The description and owners of a file in one line, without line breaks: `Equipment list · Owner: Acme LLC (Owner)`.
 * Null if it has neither.
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
