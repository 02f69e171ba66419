import { enqueueMail } from '../../engines/mail/enqueue-mail.ts'
import { isMailQueuedSince } from '../../engines/mail/outbox.repository.ts'
import type { AnonymousContext, World } from '../../records/context.ts'
import { claimMail } from './mail-requests.usecases.ts'
import { isPasswordUnproven } from '../../records/accounts/confirmation.repository.ts'
import { OFFER_PASSWORD, type PasswordOffer } from './sign-in.job-kinds.ts'
import { RESET_LIFETIME_MS } from '../../records/accounts/base/links.ts'

export const PASSWORD_OFFER_MAIL = 'password-offer'

/** Always queues the offer. The job decides whether to mail, so the response time reveals nothing. */
export async function requestPasswordOffer(
  { database, jobs }: AnonymousContext,
  offer: PasswordOffer,
): Promise<void> {
  await database.kysely.transaction().execute(async (transaction) => {
    await jobs.enqueue(transaction, OFFER_PASSWORD, offer)
  })
  jobs.wake()
}

/**
 * Mails the owner of an account a link to choose a password, after a sign-in with the registered password from an
 * unconfirmed place. Skips it while an earlier link is valid, and above the address's mail limit.
 */
export async function offerPassword(world: World, offer: PasswordOffer): Promise<void> {
  const { email, accountId, cameFrom } = offer
  const { database, clock } = world
  if (accountId === null || !(await isPasswordUnproven(database.kysely, accountId))) return
  const since = new Date(clock.now().getTime() - RESET_LIFETIME_MS)
  if (await isMailQueuedSince(database.kysely, { kind: PASSWORD_OFFER_MAIL, recipient: email, since })) return
  if (!(await claimMail(world, offer))) return
  await database.kysely.transaction().execute(async (transaction) => {
    await enqueueMail(transaction, world, {
      kind: PASSWORD_OFFER_MAIL,
      recipient: email,
      facts: { cameFrom },
      isAwaited: true,
    })
  })
}
