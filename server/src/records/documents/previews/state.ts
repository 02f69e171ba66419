import type { Kysely } from 'kysely'
import type { DB } from '../../../engines/database/generated/db.d.ts'
import type { FileCache } from '../../../engines/cache/file-cache.ts'
import type { Limiter } from '../../../engines/limiter/limiter.ts'
import type { PlacedWord } from '../../../engines/readers/page-text.ts'
import type { WarmChild } from '../../../engines/workers/warm-child.ts'

/** A child that answers questions about documents, and the queue of the people who ask. */
export type PreviewReader = { readonly child: WarmChild; readonly turns: Limiter<number> }

/** State of previews that lives longer than one call. */
export type PreviewsState = {
  readonly pageDrawer: PreviewReader
  readonly blockReader: PreviewReader
  /** Reads attachments while another child waits for them, so it is a child of its own. */
  readonly attachmentReader: PreviewReader
  /** What was made of documents, by the hash of their bytes and who sees them. */
  readonly previewCache: FileCache
  /** Texts of scans, if the portal reads them. */
  readonly readStoredTexts: ReadStoredTexts
  readonly previewFailures: PreviewFailures
  readonly stopPreviews: () => void
}

/** The texts of pages from 1, as far as they were read. */
export type ReadStoredTexts = (
  db: Kysely<DB>,
  documentId: number,
  pages: { readonly from: number; readonly to: number },
) => Promise<readonly StoredText[]>

type StoredText = {
  readonly page: number
  readonly text: string
  readonly words: readonly PlacedWord[]
}

/** Files that could not be read lately. Each try takes time that other people wait for. */
export type PreviewFailures = {
  /** The reason, if the same question failed lately, or the file several times. */
  reasonOf(file: string, question: string): string | undefined
  add(file: string, question: string, reason: string): void
}
