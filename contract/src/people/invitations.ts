import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { MAX_INVITED_AT_ONCE } from '../limits.ts'
import { NO_INVITEES, GRANT_ERRORS, TOO_MANY_TO_INVITE } from './people-errors.ts'
import { grantedAccess } from './person-acts.ts'

/** The possible results of a line of an invitation. */
export const VERDICTS = [
  'invited',
  'already-there',
  'not-an-address',
  'address-in-name',
  'cannot-be-invited',
  'too-many-today',
] as const
export type Verdict = (typeof VERDICTS)[number]

export const CANNOT_BE_INVITED = 'This address cannot be invited. Please ask an administrator.'
export const TOO_MANY_INVITED_TODAY =
  'Not invited: you have named as many addresses as you may in a day. Please invite this one tomorrow.'

const LONGEST_LINE = 500
/** Bytes. Fits far more lines than allowed, so that a sender of too many gets the error with the limit. */
const INVITATION_BODY_BYTES = 1_048_576

const line = z.string().max(LONGEST_LINE, `A line may have at most ${LONGEST_LINE} characters.`)

export const invitePeople = endpoint({
  summary:
    'Invites people, a line each (an address, an address and a name, or a name and an address in pointed brackets), and mails each a link to set a password, good for 72 hours and once. A line of several addresses is answered as a line for each.',
  method: 'POST',
  path: '/admin/people/invitations',
  access: 'people.manage',
  needsProof: true,
  body: z.object({
    lines: z.array(line).min(1, NO_INVITEES.sentence).max(MAX_INVITED_AT_ONCE, TOO_MANY_TO_INVITE.sentence),
    ...grantedAccess,
  }),
  maxBodyBytes: INVITATION_BODY_BYTES,
  result: z.object({
    verdicts: z.array(z.object({ line: z.string(), verdict: z.enum(VERDICTS) })),
    invited: z.int(),
  }),
  errors: [NO_INVITEES, TOO_MANY_TO_INVITE, ...GRANT_ERRORS],
  fallback: 'The invitations could not be sent.',
})
