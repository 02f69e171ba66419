import { z } from 'zod'
import { descriptionErrors } from '../files/description.ts'
import { endpoint } from '../endpoint.ts'
import { defineError } from '../error.ts'
import { exportFormat, EXPORTS_BUSY } from '../exports.ts'
import { id, isStorable, moment, queryText } from '../fields.ts'
import {
  DESCRIPTION_UNREADABLE,
  TYPE_OF_OTHER_CATEGORY,
  UNKNOWN_TYPE,
  UPLOAD_COUNTY_CLOSED,
  UPLOAD_OTHER_COUNTY,
  UPLOAD_UNKNOWN_COUNTY,
} from '../files/upload-errors.ts'

// The messages of the mailbox, for administrators: those that need a decision, and the outcome of the others.

export const MAIL_STATES = ['waiting', 'accepted', 'refused'] as const
export type MailState = (typeof MAIL_STATES)[number]

/** Maximum characters of the reason that is mailed to the sender of a message. */
export const LONGEST_REASON = 500
const LONGEST_PLACE = 100
/** Longer than any valid description, so that a longer one gets the error sentence of its field. */
const LONGEST_TEXT = 20_000

export const MAIL_NOT_FOUND = defineError({
  code: 'mailbox.not_found',
  status: 404,
  sentence: 'There is no such message.',
})
export const MAIL_NOT_WAITING = defineError({
  code: 'mailbox.not_waiting',
  status: 409,
  sentence: 'Someone has already handled this message.',
})
export const MAIL_IN_HAND = defineError({
  code: 'mailbox.in_hand',
  status: 409,
  sentence: 'Somebody else is deciding on this message just now. Please look again in a few minutes.',
})
export const MAIL_TOO_LARGE = defineError({
  code: 'mailbox.too_large',
  status: 409,
  sentence: 'This message is too large for the portal: take its files out by hand and upload them.',
})
export const MAIL_WITHOUT_FILES = defineError({
  code: 'mailbox.without_files',
  status: 409,
  sentence:
    'The portal found no file in this message that it could take: upload what it holds by hand, or reject it.',
})
export const MAIL_CONTENT_MISSING = defineError({
  code: 'mailbox.content_missing',
  status: 500,
  sentence:
    'What the portal keeps of this message is missing or damaged. It lies in the folder Waiting of the mailbox: take its files out by hand, and tell the helpdesk.',
})
export const NO_RECIPIENT = defineError({
  code: 'mailbox.nobody_to_tell',
  status: 409,
  sentence: 'This message names no sender to whom the reason could be mailed.',
})

/** Errors of the calls that decide on a pending message. */
const decisionErrors = [MAIL_NOT_FOUND, MAIL_NOT_WAITING, MAIL_IN_HAND] as const

export const mailFile = z.object({
  /** Its position among the parts of the message. */
  place: z.int(),
  name: z.string(),
  /** Approximate until the attachment is imported. */
  bytes: z.int(),
  state: z.enum(['open', 'accepted', 'refused']),
  /** The document created from the attachment. */
  fileID: id.nullable(),
  /** Why it was rejected. */
  reason: z.string().nullable(),
})
export type MailFile = z.output<typeof mailFile>

export const mail = z.object({
  mailID: z.string(),
  /** The unverified sender in its header. */
  from: z.string(),
  to: z.string(),
  subject: z.string(),
  arrivedAt: moment,
  bytes: z.int(),
  state: z.enum(MAIL_STATES),
  /** Why it is pending or was rejected. */
  reason: z.string().nullable(),
  files: z.array(mailFile),
  /** Whether a trusted mail server vouches for the sender; null if the release that read it did not record that. */
  isVerified: z.boolean().nullable(),
  /** The account that sent it, if a trusted mail server vouches for the sender. */
  account: z.string().nullable(),
  /** The address to which the reason for a rejection could be mailed; null if the sender is unclear. */
  addresseeNote: z.string().nullable(),
  /** The proposed filing: the details of the address it was sent to, else only its county; null if unknown. */
  proposal: z
    .object({
      countyID: id.nullable(),
      categoryID: id.nullable(),
      typeID: id.nullable(),
      description: z.string(),
    })
    .nullable(),
  decidedAt: moment.nullable(),
  decidedBy: z.string().nullable(),
})
export type Mail = z.output<typeof mail>

const params = z.object({ mailId: z.uuid(MAIL_NOT_FOUND.sentence) })

const filters = {
  state: z.enum(MAIL_STATES, `state must be one of: ${MAIL_STATES.join(', ')}.`).optional(),
}

export const listMails = endpoint({
  summary:
    'A page of 50 messages of the mailbox: those that wait for a person, the longest first, or those that were accepted or refused, the newest first; `next` leads to the page behind it (`after`).',
  method: 'GET',
  path: '/admin/mailbox',
  access: 'portal.manage',
  query: z.object({
    ...filters,
    after: queryText('after', LONGEST_PLACE),
  }),
  result: z.object({
    /** Whether the portal reads a mailbox at all. */
    isSetUp: z.boolean(),
    /** How many messages are pending. */
    waiting: z.int(),
    mails: z.array(mail),
    next: z.string().nullable(),
  }),
  errors: [],
  fallback: 'The e-mails could not be loaded.',
})

export const exportMails = endpoint({
  summary:
    'The messages of the mailbox with this state, in the order of the list, as CSV or XLSX, as they are at one moment. It is recorded.',
  method: 'GET',
  path: '/admin/mailbox/export',
  access: 'portal.manage',
  payload: 'document',
  query: z.object({ ...filters, ...exportFormat }),
  result: z.unknown(),
  errors: [EXPORTS_BUSY],
  fallback: 'The export has failed. Please try again.',
})

export const getMail = endpoint({
  summary: 'One message of the mailbox as it is now: for who was about to decide on it, and came second.',
  method: 'GET',
  path: '/admin/mailbox/:mailId',
  access: 'portal.manage',
  params,
  result: mail,
  errors: [MAIL_NOT_FOUND],
  fallback: 'The e-mail could not be loaded.',
})

export const acceptMail = endpoint({
  summary:
    'Files what is attached to a message that waits, as documents of a county. They are those of whoever sent it, where that is certain and they may upload there, else of whoever decides. Where no file could be accepted the message waits on, and its files say why.',
  method: 'POST',
  path: '/admin/mailbox/:mailId/accept',
  access: 'portal.manage',
  needsProof: true,
  params,
  body: z.object({
    countyID: id,
    categoryID: id,
    typeID: id,
    description: z.string().max(LONGEST_TEXT),
  }),
  result: mail,
  errors: [
    ...decisionErrors,
    MAIL_TOO_LARGE,
    MAIL_WITHOUT_FILES,
    MAIL_CONTENT_MISSING,
    UPLOAD_OTHER_COUNTY,
    UPLOAD_UNKNOWN_COUNTY,
    UPLOAD_COUNTY_CLOSED,
    UNKNOWN_TYPE,
    TYPE_OF_OTHER_CATEGORY,
    ...descriptionErrors,
    DESCRIPTION_UNREADABLE,
  ],
  fallback: 'Failed to file the message.',
})

const REASON_WRONG = `Please say why it is rejected, in at most ${LONGEST_REASON} characters.`

export const refuseMail = endpoint({
  summary: 'Refuses a message that waits; the reason is mailed to its sender where `isTold` says so.',
  method: 'POST',
  path: '/admin/mailbox/:mailId/refuse',
  access: 'portal.manage',
  needsProof: true,
  params,
  body: z.object({
    reason: z
      .string(REASON_WRONG)
      .trim()
      .min(1, REASON_WRONG)
      .max(LONGEST_REASON, REASON_WRONG)
      .refine(isStorable, 'The reason holds a character that is not allowed.'),
    isTold: z.boolean(),
  }),
  result: mail,
  errors: [...decisionErrors, NO_RECIPIENT],
  fallback: 'Failed to reject the message.',
})
