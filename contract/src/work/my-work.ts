import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, moment } from '../fields.ts'

// What waits for a person: the documents that they have, and their uploads that were rejected.

/** Rows of a page of assigned documents. */
export const WORK_PAGE_SIZE = 50
/** Rejected uploads that are listed. */
export const MAX_REJECTED = 50
/** The highest number that the bar needs. */
export const MAX_WORK_COUNT = 100

const BEFORE = 'before must be taken from an earlier answer.'

const assignedDocument = z.object({
  FileID: id,
  FileName: z.string(),
  Category: z.string(),
  Type: z.string(),
  CountyID: id.nullable(),
  CountyName: z.string().nullable(),
  Status: z.string(),
  StatusID: id,
  AssignedAt: moment,
  /** The address of who assigned it; null for the person themselves. */
  AssignedBy: z.string().nullable(),
})
export type AssignedDocument = z.output<typeof assignedDocument>

export const listAssigned = endpoint({
  summary: `The documents that the caller works on, other than completed ones, the last assigned first, ${WORK_PAGE_SIZE} at a time, with their exact number; \`next\` is the \`before\` of those before.`,
  method: 'GET',
  path: '/work/assigned',
  access: 'session',
  query: z.object({
    before: z
      .union([
        z.literal('').transform(() => undefined),
        z.string(BEFORE).regex(/^\d{1,15}-\d{1,10}$/, BEFORE),
      ])
      .optional(),
  }),
  result: z.object({
    total: z.int(),
    /** How many completed documents the caller has too; the list has none of them. */
    completed: z.int(),
    files: z.array(assignedDocument),
    next: z.string().nullable(),
  }),
  errors: [],
  fallback: 'Your files could not be loaded.',
})

const rejectedUpload = z.object({
  FileName: z.string(),
  UploadDate: moment,
  CountyName: z.string().nullable(),
})
export type RejectedUpload = z.output<typeof rejectedUpload>

export const listRejected = endpoint({
  summary: `The caller’s uploads that were rejected because of a virus, the newest ${MAX_REJECTED} first, with their exact number. An administrator removes them in the virus checks.`,
  method: 'GET',
  path: '/work/rejected',
  access: 'session',
  result: z.object({ total: z.int(), files: z.array(rejectedUpload) }),
  errors: [],
  fallback: 'Your rejected uploads could not be loaded.',
})

export const countWork = endpoint({
  summary: `How many documents the caller works on, other than completed ones, and how many open questions ask them, at most ${MAX_WORK_COUNT} of each.`,
  method: 'GET',
  path: '/work/count',
  access: 'session',
  result: z.object({ assigned: z.int(), questions: z.int() }),
  errors: [],
})
