import { z } from 'zod'
import { auditEvent } from './audit-event.ts'
import { withName } from './sentence-parts.ts'

const refusedMail = z.object({ kind: z.string(), recipient: z.string() })
/** The number of the message, whose files they are, and why it was refused; null where it was not. */
const receivedMail = z.object({
  message: z.string(),
  onBehalfOf: z.string(),
  reason: z.string().nullable(),
})

export const MAIL_EVENTS = {
  'mail.retried': auditEvent({
    label: 'refused mail sent again',
    after: refusedMail,
    sentence: ({ after }) => withName('had a refused mail sent again', after.recipient),
  }),
  'mail.dropped': auditEvent({
    label: 'refused mail dropped',
    after: refusedMail,
    sentence: ({ after }) => withName('dropped a refused mail that was out of date', after.recipient),
  }),
  'mail.taken_in': auditEvent({
    label: 'message of the mailbox taken in',
    after: receivedMail,
    sentence: ({ subject }) => `filed the mail of ${subject}`,
  }),
  'mail.turned_away': auditEvent({
    label: 'message of the mailbox refused',
    after: receivedMail,
    sentence: ({ subject, after }) => withName(`refused the mail of ${subject}`, after.reason),
  }),
} as const
