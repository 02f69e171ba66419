import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, moment, queryNumber } from '../fields.ts'
import { activityEvent } from '../history/history.ts'
import { OTHER_COUNTY } from '../lookups/lookups.ts'
import { warning } from '../operations/state.ts'
import { openQuestion } from '../questions/open-question.ts'
import { MAX_REQUESTS, waitingItems } from '../requests/requests.ts'

/** How many rows a list of the start page has at most. */
export const MAX_ROWS = 5
/** How many counties it shows: those with the most new documents. */
export const MAX_COUNTIES = 10
/** A count that reads documents one by one stops here; then it is a lower bound. */
export const MAX_COUNTED = 5000

const statusCounts = z.object({
  new: z.int(),
  inProgress: z.int(),
  needsMoreInfo: z.int(),
  completed: z.int(),
})
export type StatusCounts = z.output<typeof statusCounts>

const countyCounts = statusCounts.extend({ CountyID: id, CountyName: z.string() })
export type CountyCounts = z.output<typeof countyCounts>

const startFile = z.object({
  FileID: id,
  FileName: z.string(),
  Category: z.string(),
  Type: z.string(),
  CountyName: z.string().nullable(),
  StatusID: id,
  Status: z.string(),
  UploadDate: moment,
})
export type StartFile = z.output<typeof startFile>

const question = startFile.extend({
  /** Whether the caller uploaded it. */
  isOwn: z.boolean(),
  UploadedBy: z.string(),
  /** What is asked; null if nobody asked about it. */
  OpenQuestion: openQuestion.nullable(),
})
export type Question = z.output<typeof question>

/** A list of documents that a person works through. */
const deskView = z.object({
  key: z.enum(['new', 'newWithoutOwner', 'needsMoreInfo']),
  documents: z.int(),
  /** Whether `documents` is the number, not a lower bound. */
  isExact: z.boolean(),
  /** When the oldest of them was uploaded; null if there is none. */
  oldestAt: moment.nullable(),
})
export type DeskView = z.output<typeof deskView>

/** A part is undefined if it is not for the caller, and null if it failed or took too long. */
export const startPage = z.object({
  /** The appraisal year of `byStatus`. */
  appraisalYear: z.int(),
  /** The documents of the appraisal year by status, in all counties of the caller, and in those with the most new ones. */
  byStatus: z
    .object({ all: statusCounts, counties: z.array(countyCounts), countyTotal: z.int() })
    .nullable()
    .optional(),
  /** Documents that need more information: open questions to the caller, the first due first, own uploads, the newest. */
  needsAnswer: z
    .object({ total: z.int(), files: z.array(question) })
    .nullable()
    .optional(),
  /** The caller's last uploads, each with its first receipt; null while it has none. */
  uploads: z
    .array(startFile.extend({ receipt: z.string().nullable() }))
    .nullable()
    .optional(),
  /** The people of a manager: expired invitations, and people who sign in without two-step verification. */
  people: z.object({ expiredInvitations: z.int(), withoutTwoStep: z.int() }).nullable().optional(),
  /** What people changed last in the counties of a manager. */
  lately: z.array(activityEvent).nullable().optional(),
  /** What the firm's staff works through. */
  desk: z.array(deskView).nullable().optional(),
  waiting: waitingItems.nullable().optional(),
  system: z
    .object({ isReady: z.boolean(), warnings: z.array(warning) })
    .nullable()
    .optional(),
})
export type StartPage = z.output<typeof startPage>

export const getStart = endpoint({
  summary: `What waits for the caller, where documents stand, and what happened last, for the start page; of one county with \`county\`. A part that is not for the caller is missing. A part that fails or takes two seconds is null. Counts of requests stop at ${MAX_REQUESTS}.`,
  method: 'GET',
  path: '/start',
  access: 'session',
  query: z.object({ county: queryNumber('county') }),
  result: startPage,
  errors: [OTHER_COUNTY],
  fallback: 'Failed to load the start page.',
})
