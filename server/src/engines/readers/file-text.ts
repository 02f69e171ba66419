import { z } from 'zod'
import { packedPage, type PackedPage } from './packed-page.ts'

/** It counts up when the readers find more text, so that unreadable documents are tried again. */
export const READER_VERSION = 1

/** Bytes of JSON that the pages of a document may have together. The result of a child has at most 8 MB. */
const MAX_TEXT_BYTES = 5_000_000
/** Characters of base64. A document with more words than these have has boxes on its first pages only. */
const MAX_BOX_BYTES = 2_700_000
/** Pages that are read of a document. */
export const MAX_PAGES = 2000
/** Pages of a document that are read by OCR. */
export const MAX_OCR_PAGES = 200
/** A document may say that it has any number of pages. */
const MAX_PAGE_COUNT = 10_000_000

/** How a file is read. `image` is JPEG, PNG and TIFF. */
export type TextKind = 'pdf' | 'image' | 'doc' | 'docx' | 'xls' | 'xlsx' | 'eml'

/**
 * A child was killed or crashed: `took-too-long`, `out-of-memory` and, at times, `damaged`. The database stores these
 * words, so the contract has its own list: a call may gain a word that no row has.
 */
export const UNREADABLE_REASONS = [
  'damaged',
  'password',
  'too-large',
  'took-too-long',
  'out-of-memory',
] as const
export type UnreadableReason = (typeof UNREADABLE_REASONS)[number]

/** The file cannot be read, and never will be by these readers. */
export class UnreadableFile extends Error {
  readonly reason: UnreadableReason
  constructor(reason: UnreadableReason) {
    super(`The file is unreadable: ${reason}.`)
    this.reason = reason
  }
}

export type FileText = {
  /** How many pages the file has. `pages` may have fewer. */
  readonly pageCount: number
  /** The first pages in their order. One without text has an empty text. */
  readonly pages: readonly PackedPage[]
  /** Pages, from 0, that are images without text, so that only OCR can read them. */
  readonly scans: readonly number[]
  /** How many more scans it has, which are too many for OCR. */
  readonly skippedScans: number
}

export type ReadFile =
  | ({ readonly kind: 'text' } & FileText)
  | { readonly kind: 'unreadable'; readonly reason: UnreadableReason }

export const readFile: z.ZodType<ReadFile> = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('text'),
    pageCount: z.int().min(0).max(MAX_PAGE_COUNT),
    pages: z.array(packedPage).max(MAX_PAGES),
    scans: z.array(z.int().min(0).max(MAX_PAGES)).max(MAX_OCR_PAGES),
    skippedScans: z.int().min(0).max(MAX_PAGE_COUNT),
  }),
  z.object({ kind: z.literal('unreadable'), reason: z.enum(UNREADABLE_REASONS) }),
])

/** Counts what is still allowed of the text of a document. */
export class TextBudget {
  #text = MAX_TEXT_BYTES
  #boxes = MAX_BOX_BYTES

  /** Characters of which at least one byte each is still allowed. */
  get left(): number {
    return this.#text
  }

  /** The page with as much of its text and boxes as is still allowed. */
  take({ text, boxes }: PackedPage): PackedPage {
    const bytes = Buffer.byteLength(JSON.stringify(text))
    const isWhole = bytes <= this.#text
    const kept = isWhole ? text : cut(text, { bytes, allowed: this.#text })
    this.#text = isWhole ? this.#text - bytes : 0
    const hasBoxes = isWhole && boxes.length <= this.#boxes
    if (hasBoxes) this.#boxes -= boxes.length
    return { text: kept.toWellFormed(), boxes: hasBoxes ? boxes : '' }
  }
}

/** The beginning of a text that is too long. */
function cut(text: string, { bytes, allowed }: { readonly bytes: number; readonly allowed: number }): string {
  const likely = text.slice(0, Math.floor((text.length * allowed) / bytes))
  if (Buffer.byteLength(JSON.stringify(likely)) <= allowed) return likely
  // A character has at most 6 bytes in JSON.
  return text.slice(0, Math.floor(allowed / 6))
}
