import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { namedOwner } from '../edit/edit-links.ts'
import { defineError } from '../error.ts'
import { fileId, pathId, queryNumber } from '../fields.ts'
import {
  CONTENT_MISSING,
  FILE_NOT_FOUND,
  INFECTED,
  OPEN_FORBIDDEN,
  STILL_BEING_CHECKED,
} from '../files/document-errors.ts'
import { upload } from '../files/files.ts'
import { openQuestion, question } from '../questions/open-question.ts'

/** Widths of a page's picture, in pixels. Few, so that most pictures are made once. */
export const PAGE_WIDTHS = [200, 800, 1200, 1600, 2400] as const
export type PageWidth = (typeof PAGE_WIDTHS)[number]

/** Pages of text in one response. */
export const MAX_TEXT_PAGES = 20

export const NO_SUCH_PAGE = defineError({
  code: 'preview.no_such_page',
  status: 404,
  sentence: 'The file has no such page.',
})
export const PAGE_UNREADABLE = defineError({
  code: 'preview.page_unreadable',
  status: 409,
  sentence: 'This page cannot be shown. Please download the file.',
})
export const PREVIEWS_BUSY = defineError({
  code: 'preview.busy',
  status: 429,
  sentence: 'Too many pages are being prepared for you. Please wait a moment.',
})
export const WIDTH_UNKNOWN = defineError({
  code: 'preview.width_unknown',
  status: 400,
  sentence: `The width must be one of ${PAGE_WIDTHS.join(', ')}.`,
})

const viewErrors = [
  FILE_NOT_FOUND,
  OPEN_FORBIDDEN,
  STILL_BEING_CHECKED,
  INFECTED,
  CONTENT_MISSING,
  PREVIEWS_BUSY,
  NO_SUCH_PAGE,
  PAGE_UNREADABLE,
] as const

/** Why a file cannot be shown. The readers of the server have their own list, because the database stores it. */
export const unreadableReason = z.enum(['damaged', 'password', 'too-large', 'took-too-long', 'out-of-memory'])
export type UnreadableReason = z.output<typeof unreadableReason>

const pageSize = z.object({
  /** In a unit of the file; only their relation counts. */
  width: z.int(),
  height: z.int(),
})

const attachment = z.object({
  /** For `attachment` of the calls, from 1. */
  Number: z.int(),
  FileName: z.string(),
  Bytes: z.int(),
  /** Whether it can be shown like a document. */
  IsViewable: z.boolean(),
})
export type Attachment = z.output<typeof attachment>

export const preview = z.object({
  /** 'pages': pictures of pages. 'blocks': headings, paragraphs and tables. */
  kind: z.enum(['pages', 'blocks', 'unreadable']),
  /** Only of an unreadable file. */
  reason: unreadableReason.nullable(),
  /** Of the whole file. */
  pageCount: z.int(),
  /** The sizes of the pages that can be shown. */
  pages: z.array(pageSize),
  /** The names of the sheets of a workbook. */
  sheets: z.array(z.string()),
  /** Of an e-mail. */
  attachments: z.array(attachment),
})
export type Preview = z.output<typeof preview>

/** A word with its place on the page. The server stores its own form of it, so that a call may change alone. */
export const placedWord = z.object({
  /** Where it begins in the text of its page, in UTF-16 units. */
  at: z.int(),
  length: z.int(),
  /** Left, top, width and height in thousandths of the page's width and height. */
  box: z.array(z.int()),
})
export type PlacedWord = z.output<typeof placedWord>

export const pageText = z.object({
  /** From 1. */
  page: z.int(),
  text: z.string(),
  words: z.array(placedWord),
})
export type PageText = z.output<typeof pageText>

const page = pathId('The page')

/** An attachment of an e-mail, from 1; without it a call is about the document itself. */
const ofAttachment = { attachment: queryNumber('attachment', 200) }

// The queries and results of all calls that show a file: a document, or a message that waits.

export const previewQuery = z.object(ofAttachment)

export const pageImageQuery = z.object({
  ...ofAttachment,
  width: z
    .string(WIDTH_UNKNOWN.sentence)
    .transform(Number)
    .pipe(z.literal(PAGE_WIDTHS, WIDTH_UNKNOWN.sentence))
    .optional(),
})

export const pageTextsQuery = z.object({ ...ofAttachment, to: queryNumber('to') })

export const pageTexts = z.object({ pages: z.array(pageText) })

const linkedParty = z.object({
  Name: z.string(),
  /** The party number of an owner, the legacy code of an agent. */
  Number: z.string(),
  Relation: z.string(),
})

export const documentFacts = upload.extend({
  Bytes: z.int(),
  InBin: z.boolean(),
  Owners: z.array(linkedParty),
  Agents: z.array(linkedParty),
  /** The owner that the sender named, until the firm links or dismisses it. */
  NamedOwner: namedOwner.nullable(),
  /** The question about it that waits for an answer; null if none does. */
  OpenQuestion: openQuestion.nullable(),
  /** The last question that was answered; null if none was. */
  LastAnswered: question.nullable(),
  /** How many of its pages could be read for searches; null if all were, or none. */
  PartlyRead: z.object({ Read: z.int(), Pages: z.int() }).nullable(),
})
export type DocumentFacts = z.output<typeof documentFacts>

export const getDocumentFacts = endpoint({
  summary: 'What the portal knows of a document: the row of the list, its size, owners and agents.',
  method: 'GET',
  path: '/files/uploads/:fileId/facts',
  access: 'session',
  params: z.object({ fileId }),
  result: documentFacts,
  errors: [FILE_NOT_FOUND, OPEN_FORBIDDEN],
  fallback: 'The details of this file could not be loaded.',
})

export const previewUpload = endpoint({
  summary: 'How a document can be shown: as pages with their sizes, as blocks, or not, with the reason.',
  method: 'GET',
  path: '/files/uploads/:fileId/preview',
  access: 'session',
  params: z.object({ fileId }),
  query: previewQuery,
  result: preview,
  errors: viewErrors,
  fallback: 'The file cannot be shown now.',
})

export const getPageImage = endpoint({
  summary: `The picture of a page, WebP or PNG, at most as wide as asked: ${PAGE_WIDTHS.join(', ')} pixels; ETag.`,
  method: 'GET',
  path: '/files/uploads/:fileId/preview/pages/:page',
  access: 'session',
  payload: 'document',
  params: z.object({ fileId, page }),
  query: pageImageQuery,
  result: z.unknown(),
  errors: [...viewErrors, WIDTH_UNKNOWN],
})

export const getPageTexts = endpoint({
  summary: `The text of a page, or of the pages up to \`to\`, at most ${MAX_TEXT_PAGES}, with the place of each word.`,
  method: 'GET',
  path: '/files/uploads/:fileId/preview/pages/:page/text',
  access: 'session',
  params: z.object({ fileId, page }),
  query: pageTextsQuery,
  result: pageTexts,
  errors: viewErrors,
  fallback: 'The text of this page could not be loaded.',
})

const cell = z.object({
  text: z.string(),
  /** How many columns and rows it takes. */
  columns: z.int(),
  rows: z.int(),
})

const block = z.object({
  /** 'fields' is a table of names and values, such as the head of an e-mail. */
  kind: z.enum(['heading', 'paragraph', 'item', 'table', 'fields']),
  /** Of a heading from 1, and of an item of a list from 0. */
  level: z.int(),
  text: z.string(),
  rows: z.array(z.array(cell)),
})
export type Block = z.output<typeof block>

export const blocksQuery = z.object({
  ...ofAttachment,
  /** Of a workbook, from 1. */
  sheet: queryNumber('sheet', 200),
  from: queryNumber('from'),
})

export const previewBlocks = z.object({
  blocks: z.array(block),
  /** Null if this is the last part. */
  next: z.int().nullable(),
})
export type PreviewBlocks = z.output<typeof previewBlocks>

export const getPreviewBlocks = endpoint({
  summary:
    'The text of an office file or an e-mail as blocks: headings, paragraphs, items, tables. `from` is the `next` of the part before.',
  method: 'GET',
  path: '/files/uploads/:fileId/preview/blocks',
  access: 'session',
  params: z.object({ fileId }),
  query: blocksQuery,
  result: previewBlocks,
  errors: viewErrors,
  fallback: 'The text of this file could not be loaded.',
})
