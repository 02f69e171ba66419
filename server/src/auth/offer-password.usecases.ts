import type { JobPayloads } from '../jobs/jobs.ts'
import { enqueueMail, isMailQueuedSince } from '../mail/enqueue-mail.ts'
import type { Context, World } from '../world.ts'
import { mayMail } from './asking.usecases.ts'
import { isPasswordUnproven } from './confirmation.repository.ts'
import { RESET_LIFE } from './links.ts'

export const OFFER = 'password-offer'

type PasswordOffer = JobPayloads['offer-password']

/** Queues the offer, always: whether a mail comes of it is for the job to see, so that time tells nobody anything. */
export async function askOffer({ database, jobs }: Context, offer: PasswordOffer): Promise<void> {
  await database.kysely.transaction().execute(async (transaction) => {
    await jobs.enqueue(transaction, 'offer-password', offer)
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
  const since = new Date(clock.now().getTime() - RESET_LIFE)
  if (await isMailQueuedSince(database.kysely, { kind: OFFER, recipient: email, since })) return
  if (!(await mayMail(world, offer))) return
  await database.kysely.transaction().execute(async (transaction) => {
    await enqueueMail(transaction, world, { kind: OFFER, recipient: email, facts: { cameFrom } })
  })
}
