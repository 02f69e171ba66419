import type { Upload } from '@portal/contract/files/files.ts'

/** What a list gives the panel of a document. Lists and panel are different features, so the app connects them. */
export type DocumentPanelProps = {
  readonly fileId: number
  /** Words to highlight in the document. */
  readonly marks: readonly string[]
  /** The documents above and below it in the list; null at the ends of the page. */
  readonly previous: number | null
  readonly next: number | null
  readonly onGo: (fileId: number) => void
  /** Null for people who may not edit, and on every screen but Documents. */
  readonly onEdit: ((document: Upload) => void) | null
  /** Set only in the recycle bin. */
  readonly onRestore: ((fileId: number) => void) | null
  /** Called after a status was saved. */
  readonly onChanged: () => void
  readonly onClose: () => void
  /** Whether the list is in a dialog, which the panel covers at every width. */
  readonly isAboveDialog?: boolean | undefined
}
