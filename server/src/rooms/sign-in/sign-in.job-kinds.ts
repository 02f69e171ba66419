import { z } from 'zod'
import type { JobKind } from '../../engines/jobs/jobs.ts'
import { AWAITED_MAIL_LANE } from '../../engines/mail/enqueue-mail.ts'
import type { MailShare } from './mail-requests.limits.ts'

/** These jobs queue mails that a person waits for. */
const LANE = AWAITED_MAIL_LANE
const MAX_ATTEMPTS = 12

export const RESEND_CONFIRMATIONS: JobKind<MailShare> = {
  kind: 'resend-confirmations',
  payload: z.object({ email: z.string(), isKnownNetwork: z.boolean() }),
  lane: LANE,
  attempts: MAX_ATTEMPTS,
}

/** `accountId` is the account of the password. It is null if a pending registration has the password. */
export type PasswordOffer = MailShare & { accountId: number | null; cameFrom: string }

export const OFFER_PASSWORD: JobKind<PasswordOffer> = {
  kind: 'offer-password',
  payload: z.object({
    email: z.string(),
    isKnownNetwork: z.boolean(),
    accountId: z.int().nullable(),
    cameFrom: z.string(),
  }),
  lane: LANE,
  attempts: MAX_ATTEMPTS,
}
