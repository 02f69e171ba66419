import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { done, id, moment, queryChoice } from '../fields.ts'

// Notices for a person: what happened to documents that concern them.

/** What a notice is about. */
export const NOTICE_KINDS = ['mention', 'comment', 'assigned', 'asked', 'answered'] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]

/** Notices of a list, the newest. */
export const MAX_NOTICES = 20
/** The highest number that the count says; more are counted as this many. */
export const MAX_UNREAD = 10

/** The number of a notice: larger than an integer of the browser may be. */
const noticeId = z.string().regex(/^\d{1,18}$/, 'The notice id must be a whole number.')

const notice = z.object({
  id: noticeId,
  kind: z.enum(NOTICE_KINDS),
  /** One sentence, such as `Ann Lee mentioned you in a comment on file 17.` */
  text: z.string(),
  fileId: id,
  fileName: z.string(),
  /** How many more files the notice is about: those that a run assigned to the caller. */
  others: z.int(),
  at: moment,
  isRead: z.boolean(),
})
export type Notice = z.output<typeof notice>

export const countNotices = endpoint({
  summary: `How many unread notices the caller has, at most ${MAX_UNREAD}: only those of documents that they may see.`,
  method: 'GET',
  path: '/notices/count',
  access: 'session',
  result: z.object({ unread: z.int() }),
  errors: [],
})

export const listNotices = endpoint({
  summary: `The newest ${MAX_NOTICES} notices of the caller, newest first, of all kinds or of one: only those of documents that they may see.`,
  method: 'GET',
  path: '/notices',
  access: 'session',
  query: z.object({ kind: queryChoice('kind', NOTICE_KINDS) }),
  result: z.object({ notices: z.array(notice) }),
  errors: [],
  fallback: 'Your notices could not be loaded.',
})

export const readNotices = endpoint({
  summary: 'Marks notices of the caller as read: those of one document, or with `upTo` all up to this one.',
  method: 'PUT',
  path: '/notices/read',
  access: 'session',
  body: z.union([z.object({ fileId: id }), z.object({ upTo: noticeId })]),
  result: done,
  errors: [],
  fallback: 'Your notices could not be marked as read.',
})
