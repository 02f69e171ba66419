import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { defineError } from '../error.ts'
import { done } from '../fields.ts'

// E-mails about notices: which ones a person gets, and the link of each that turns them off.

/** The e-mails: each mention at once, and everything else once a day. */
export const NOTICE_MAILS = ['mentions', 'digest'] as const
export type NoticeMail = (typeof NOTICE_MAILS)[number]

/** The hour of the daily e-mail of people who chose none. */
export const DEFAULT_DIGEST_HOUR = 7

export const TURN_OFF_LINK_INVALID = defineError({
  code: 'notice.turn_off_link_invalid',
  status: 400,
  sentence: 'This link is not valid or has expired. Please sign in and change it in your account.',
})

const settings = z.object({
  /** Whether each mention is e-mailed at once. */
  mentions: z.boolean(),
  /** The hour of the daily e-mail in the portal's zone, 0 to 23; null for none. */
  digestHour: z.int().min(0).max(23).nullable(),
})
export type NoticeSettings = z.output<typeof settings>

const token = z.string(TURN_OFF_LINK_INVALID.sentence).max(200, TURN_OFF_LINK_INVALID.sentence)

export const getNoticeSettings = endpoint({
  summary: 'Which e-mails about notices the caller gets.',
  method: 'GET',
  path: '/account/notices',
  access: 'session',
  result: settings,
  errors: [],
  fallback: 'Your settings could not be loaded.',
})

export const saveNoticeSettings = endpoint({
  summary: 'Sets which e-mails about notices the caller gets.',
  method: 'PUT',
  path: '/account/notices',
  access: 'session',
  body: settings,
  result: settings,
  errors: [],
  fallback: 'Your settings could not be saved.',
})

export const turnOffNoticeMails = endpoint({
  summary: 'Turns one kind of e-mails off for the person to whom an e-mail with this token was sent.',
  method: 'POST',
  path: '/notices/turn-off',
  access: 'public',
  body: z.object({ token }),
  result: z.object({ mails: z.enum(NOTICE_MAILS) }),
  errors: [TURN_OFF_LINK_INVALID],
  fallback: 'The e-mails could not be turned off. Please try again later.',
})

export const unsubscribeByMailProgram = endpoint({
  summary: 'The same for a mail program, which sends a form that nobody reads (RFC 8058).',
  method: 'POST',
  path: '/notices/unsubscribe',
  access: 'public',
  payload: 'form',
  query: z.object({ token }),
  result: done,
  errors: [TURN_OFF_LINK_INVALID],
})
