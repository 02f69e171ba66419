import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { defineError } from '../error.ts'
import { fileId, id, moment, queryChoice } from '../fields.ts'
import { FILE_NOT_FOUND, OPEN_FORBIDDEN } from '../files/document-errors.ts'
import { LIST_IN_PROGRESS } from '../lookups/lookups.ts'
import { activityEvent, queryBefore } from './history.ts'

export const HISTORY_PRINTING_BUSY = defineError({
  code: 'history.printing_busy',
  status: 429,
  sentence: 'Other histories are being printed. Please try again in a minute.',
})

/** The groups of events in the history of a document. */
export const HISTORY_KINDS = [
  'received',
  'read',
  'changed',
  'linked',
  'moved',
  'scanned',
  'commented',
  'corrected',
  'asked',
] as const
export type HistoryKind = (typeof HISTORY_KINDS)[number]

/** Entries of a page. The reads of one person that follow each other are one entry. */
export const HISTORY_PAGE_SIZE = 25

const changedField = z.object({
  /** Such as `Status`. */
  field: z.string(),
  /** In the words of the screens; null for nothing. */
  before: z.string().nullable(),
  after: z.string().nullable(),
})

export const documentEvent = activityEvent.omit({ FileID: true, CountyID: true, countyName: true }).extend({
  /** Null for an event of a newer release. */
  group: z.enum(HISTORY_KINDS).nullable(),
  /** How many reads it stands for; 1 for other events. */
  times: z.int(),
  /** When the first of them was. `at` is the last one. */
  firstAt: moment,
  /** Empty unless a field changed whose values the caller may know. */
  changes: z.array(changedField),
  /** The numbers of the receipts that have the file, as far as the caller may see them. Only where it was received. */
  receipts: z.array(z.string()),
  /** The run that changed it; null for none, and if the caller may not open it. */
  run: id.nullable(),
})
export type DocumentEvent = z.output<typeof documentEvent>

const kind = queryChoice('kind', HISTORY_KINDS)

export const getDocumentHistory = endpoint({
  summary: `What happened to a document, newest first, ${HISTORY_PAGE_SIZE} entries at a time, as far as the caller may know it; \`next\` is the \`before\` of those before. The reads of one person that follow each other are one entry, at most 100. The reads of others are for those who may read the activity. Administrators read that of a permanently deleted document, too.`,
  method: 'GET',
  path: '/files/uploads/:fileId/history',
  access: 'session',
  params: z.object({ fileId }),
  query: z.object({ kind, before: queryBefore }),
  result: z.object({ events: z.array(documentEvent), next: z.string().nullable() }),
  errors: [FILE_NOT_FOUND, OPEN_FORBIDDEN],
  fallback: 'The history of this file could not be loaded.',
})

export const exportDocumentHistory = endpoint({
  summary:
    'All of what happened to a document, newest first, as far as the caller may know it, as CSV. Each event is a line.',
  method: 'GET',
  path: '/files/uploads/:fileId/history/csv',
  access: 'session',
  payload: 'document',
  params: z.object({ fileId }),
  query: z.object({ kind }),
  result: z.unknown(),
  errors: [FILE_NOT_FOUND, OPEN_FORBIDDEN, LIST_IN_PROGRESS],
  fallback: 'The history of this file could not be loaded.',
})

export const getDocumentHistoryPdf = endpoint({
  summary:
    'All of what happened to a document, as far as the caller may know it, as a PDF with the facts of the document and the hash of each record. It is recorded.',
  method: 'GET',
  path: '/files/uploads/:fileId/history/pdf',
  access: 'session',
  payload: 'document',
  params: z.object({ fileId }),
  result: z.unknown(),
  errors: [FILE_NOT_FOUND, OPEN_FORBIDDEN, LIST_IN_PROGRESS, HISTORY_PRINTING_BUSY],
  fallback: 'The history of this file could not be loaded.',
})
