import { SCREENS } from '@portal/contract/screens.ts'
import type { z } from 'zod'
import type { Settings } from '../../../engines/config/settings.ts'
import type { Engines } from '../../../engines/engines.ts'
import type { MailContent, WaitingMail } from '../../../engines/mail/compose.ts'
import { writeLetter, type Letter, momentText } from '../../../engines/mail/letter.ts'
import { countTokens } from '../../tokens/tokens.repository.ts'
import { findAccount } from '../base/accounts.repository.ts'
import { isManagedByIssuer } from '../identities/own-identities.repository.ts'

/** The person who gets a notice. */
export type Reader = {
  readonly company: string
  /** Whether they can sign in by a password: their account exists, is enabled and has one. */
  readonly usesPassword: boolean
  /** The end of the sentence "If that was not you, …", and the link that it announces. */
  readonly advice: string
  readonly link: Pick<Letter, 'link'>
  /** Whether "Forgot password?" would give them a password. It gives none to accounts of an issuer (R2.138). */
  readonly mayHavePassword: boolean
  /** Whether they have API tokens that work. */
  readonly hasTokens: boolean
}

/** One kind of notice about an account. */
export type Notice<F> = {
  readonly facts: z.ZodType<F>
  readonly subject: string | ((count: number) => string)
  /** The network address of the event; null where the person must not learn it. */
  readonly from: (fact: F) => string | null
  /** One event, behind its time and place. */
  readonly sentence: (fact: F, reader: Reader) => string
  /** Several events, behind their time and before their lines. Without it a mail is about one event. */
  readonly many?: {
    readonly summary: (count: number, reader: Reader) => string
    readonly line: (fact: F) => string
  }
  /** What to do: the paragraphs after the events, a link and the end. Null if the reader gets no mail. */
  readonly rest: (facts: readonly F[], reader: Reader, settings: Settings) => Omit<Letter, 'subject'> | null
}

export type ComposeNotice = (world: Engines, waiting: readonly WaitingMail[]) => Promise<MailContent | null>

/** Composes a notice about one event or several, oldest first. */
export function composerOf<F>({ facts, subject, from, sentence, many, rest }: Notice<F>): ComposeNotice {
  return async (world, waiting) => {
    const { settings } = world
    const events = waiting.map((each) => facts.parse(each.facts))
    const [first, mail] = [events[0], waiting[0]]
    if (first === undefined || mail === undefined) throw new Error('A notice needs an event.')
    const reader = await readReader(world, mail.recipient)
    const others = rest(events, reader, settings)
    if (others === null) return null
    const count = events.length
    const beginning =
      count > 1 && many
        ? [`${timeRange(world, waiting)}, ${many.summary(count, reader)}:`, ...linesOf(events.map(many.line))]
        : [`On ${timeAndPlace(world, mail.askedAt, from(first))}, ${sentence(first, reader)}`]
    return writeLetter(settings, {
      ...others,
      subject: typeof subject === 'string' ? subject : subject(count),
      opening: [...beginning, ...others.opening],
    })
  }
}

async function readReader({ settings, database, clock }: Engines, email: string): Promise<Reader> {
  const account = await findAccount(database.kysely, email)
  const isManaged = account !== undefined && (await isManagedByIssuer(database.kysely, account.id))
  return {
    company: settings.company.name,
    usesPassword: account !== undefined && !account.isDisabled && !isManaged,
    mayHavePassword: !isManaged,
    hasTokens:
      account !== undefined &&
      (await countTokens(database.kysely, { accountId: account.id, now: clock.now() })) > 0,
    advice: isManaged ? 'tell the helpdesk immediately.' : 'set a new password now and tell the helpdesk:',
    link: isManaged ? {} : { link: newPasswordLink(settings) },
  }
}

/** The screen that asks for a mailed link. It signs nobody in and changes nothing. */
export function newPasswordLink({ publicUrl }: Pick<Settings, 'publicUrl'>): NonNullable<Letter['link']> {
  return { label: 'Set a new password', url: `${publicUrl}${SCREENS.forgotPassword}` }
}

/** Such as 'March 10, 2026 at 10:00 AM CDT, from the network address 192.0.2.1'. */
export function timeAndPlace(
  { settings }: Pick<Engines, 'settings'>,
  when: Date,
  address: string | null,
): string {
  const place = address === null ? '' : `, from the network address ${address}`
  return `${momentText(when, settings.timeZone)}${place}`
}

/** Such as 'Between March 10, 2026 at 10:00 AM CDT and March 10, 2026 at 10:40 AM CDT'. */
function timeRange({ settings }: Pick<Engines, 'settings'>, waiting: readonly WaitingMail[]): string {
  const moments = waiting.map(({ askedAt }) => askedAt.getTime())
  const [first, last] = [Math.min(...moments), Math.max(...moments)].map((moment) =>
    momentText(new Date(moment), settings.timeZone),
  )
  return first === last ? `On ${first}` : `Between ${first} and ${last}`
}

/** Lines that a mail about several events lists. */
const MAX_LINES = 20

/** Each different line once, with its count; the first twenty, and how many others there are. */
function linesOf(lines: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1)
  const listed = [...counts].map(([line, count]) => (count === 1 ? `• ${line}` : `• ${count} times: ${line}`))
  const left = listed.length - MAX_LINES
  return left > 0 ? [...listed.slice(0, MAX_LINES), `• and ${left} more, of other kinds or places`] : listed
}
