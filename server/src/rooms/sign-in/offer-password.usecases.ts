import { enqueueMail } from '../../engines/mail/enqueue-mail.ts'
import { isMailQueuedSince } from '../../engines/mail/outbox.repository.ts'
import type { AnonymousContext, World } from '../../records/context.ts'
import { claimMail } from './mail-requests.usecases.ts'
import { isPasswordUnproven } from '../../records/accounts/confirmation.repository.ts'
import { OFFER_PASSWORD, type PasswordOffer } from './sign-in.job-kinds.ts'
import { RESET_LIFETIME_MS } from '../../records/accounts/links.ts'

export const PASSWORD_OFFER_MAIL = 'password-offer'

/** Queues the offer, always: whether a mail comes of it is for the job to see, so that time tells nobody anything. */
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
 * Mails a link to choose a password to the owner of an account whose registered password was tried where nobody had
 * confirmed the address; not while the link of an earlier one lives, nor more than the address may have.
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
