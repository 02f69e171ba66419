import { acceptedExtension } from '@portal/contract/files/accepted-extension.ts'
import { MEGABYTE } from '../../engines/config/megabyte.ts'
import type { BlocksKind } from '../../engines/readers/blocks-file.ts'
import type { WarmFile } from '../../engines/workers/warm-child.ts'

export type ViewedKind = 'pdf' | 'image' | BlocksKind

/** A file to look at, and what kind of reader shows it. */
export type ViewedFile = {
  readonly kind: ViewedKind
  readonly isTooLarge: boolean
  /** Where the cache has what was made of it: a group for the file and who sees it, and a name for each attachment. */
  readonly cache: { readonly group: string; readonly prefix: string }
  /** For the child. */
  readonly file: WarmFile
  /**
   * Repeats the access check after a wait.
   * @throws as the first look, and 401 if the session has ended.
   */
  readonly authorizeAgain: () => Promise<void>
}

/** A document, or a message of the mailbox that waits for a decision. */
type Source = { readonly fileId: number } | { readonly mailId: string }

export type Looking = Source & {
  /** The attachment of an e-mail, from 1. */
  readonly attachment?: number | undefined
  readonly senderGone: AbortSignal
}

/** A larger file does not fit into the memory of a child. */
export const MAX_VIEWED_BYTES = 200 * MEGABYTE

/** Kinds by extension: the upload has checked that the bytes of a document are of the type that its name claims. */
const KINDS: Readonly<Record<NonNullable<ReturnType<typeof acceptedExtension>>, ViewedKind>> = {
  pdf: 'pdf',
  png: 'image',
  jpg: 'image',
  jpeg: 'image',
  tif: 'image',
  tiff: 'image',
  doc: 'doc',
  docx: 'docx',
  xls: 'sheet',
  xlsx: 'sheet',
  eml: 'mail',
}

/** Null for a file that cannot be shown. */
export function kindOf(fileName: string): ViewedKind | null {
  const extension = acceptedExtension(fileName)
  return extension && KINDS[extension]
}
