import type { PdfFacts } from '../../engines/pdf/write-pdf.ts'

/** A text of the paper. A label stands to its left, in a column of its own. */
export type Paragraph = {
  readonly look: 'title' | 'heading' | 'text' | 'small'
  readonly text: string
  readonly label?: string
}

/** Paragraphs that stay on one page where they fit. */
export type PaperBlock = readonly Paragraph[]

export type HistoryPaper = {
  readonly facts: PdfFacts
  /** Left in the footer of each page. */
  readonly footer: string
  /** Portions of blocks, read while the paper is printed. */
  readonly blocks: AsyncIterable<readonly PaperBlock[]>
}

/**
 * Prints a paper of any length as a PDF, in portions.
 * @throws Error if it cannot be printed, or the server stops.
 */
export type PrintHistory = (paper: HistoryPaper) => AsyncGenerator<Buffer>
