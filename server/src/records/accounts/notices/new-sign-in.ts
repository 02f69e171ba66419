import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { DB } from '../../../engines/database/generated/db.d.ts'
import type { Engines } from '../../../engines/engines.ts'
import type { MailContent, WaitingMail } from '../../../engines/mail/compose.ts'
import { enqueueMail } from '../../../engines/mail/enqueue-mail.ts'
import { writeLetter } from '../../../engines/mail/letter.ts'
import { rememberDevice, type Device } from '../known-devices.repository.ts'
import { linesOf, DAILY_MAIL_LIMIT } from './mail-limits.ts'
import { adviceFor } from './advice.ts'
import { timeRange, timeAndPlace } from './time-and-place.ts'

export const NEW_SIGN_IN_MAIL = 'new-sign-in'

const facts = z.object({ cameFrom: z.string(), browser: z.string().nullable() })

export type NoticedSignIn = Device & { readonly email: string; readonly cameFrom: string }

/**
 * Remembers where and with which browser a person signs in, and queues word to them where they have signed in before but
 * never so. Call it before the sign-in is noted in the account; wake the jobs after the commit.
 */
export async function noticeSignIn(
  transaction: Transaction<DB>,
  context: Pick<Engines, 'clock' | 'jobs' | 'settings'>,
  { email, cameFrom, ...device }: NoticedSignIn,
): Promise<void> {
  if (!(await rememberDevice(transaction, device, context.clock.now()))) return
  const { browser } = device
  await enqueueMail(transaction, context, {
    kind: NEW_SIGN_IN_MAIL,
    recipient: email,
    facts: { cameFrom, browser } satisfies z.input<typeof facts>,
    bounds: DAILY_MAIL_LIMIT,
  })
}

export async function composeNewSignIn(world: Engines, waiting: WaitingMail): Promise<MailContent> {
  const { settings } = world
  const { cameFrom, browser } = facts.parse(waiting.facts)
  const todo = await adviceFor(world, waiting.recipient)
  return writeLetter(settings, {
    subject: 'A new sign-in to your account',
    opening: [
      `On ${timeAndPlace(world, waiting.askedAt, cameFrom)}, somebody signed in to your account at ${settings.company.name} with ${programOf(browser)}. Nobody had signed in to it so before.`,
      `If that was you, you need not do anything. If it was not, ${todo.words}`,
    ],
    ...todo.link,
    closing: todo.hasPassword ? [SIGNS_OUT] : [],
  })
}

const SIGNS_OUT = 'A new password signs everybody out of your account.'

const programOf = (browser: string | null) => browser ?? 'a program that does not say its name'

export async function composeNewSignIns(
  world: Engines,
  waiting: readonly WaitingMail[],
): Promise<MailContent> {
  const { settings } = world
  const lines = waiting.map((each) => {
    const { cameFrom, browser } = facts.parse(each.facts)
    return `from the network address ${cameFrom}, with ${programOf(browser)}`
  })
  const todo = await adviceFor(world, waiting[0]?.recipient ?? '')
  return writeLetter(settings, {
    subject: `${waiting.length} new sign-ins to your account`,
    opening: [
      `${timeRange(world, waiting)}, somebody signed in to your account at ${settings.company.name} ${waiting.length} times as nobody had before:`,
      ...linesOf(lines),
      `If all of that was you, you need not do anything. If it was not, ${todo.words}`,
    ],
    ...todo.link,
    closing: todo.hasPassword ? [SIGNS_OUT] : [],
  })
}
