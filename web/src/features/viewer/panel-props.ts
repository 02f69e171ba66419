import type { Upload } from '@portal/contract/files/files.ts'

export type DocumentPanelProps = {
  readonly fileId: number
  /** Words to highlight in the document. */
  readonly marks: readonly string[]
  /** The documents above and below it in the list; null at the ends of the page. */
  readonly previous: number | null
  readonly next: number | null
  readonly onGo: (fileId: number) => void
  /** Null for people who may not edit. */
  readonly onEdit: ((document: Upload) => void) | null
  /** Called after a status was saved. */
  readonly onChanged: () => void
  readonly onClose: () => void
}
