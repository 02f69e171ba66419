import { ROLE_NAMES, ROLES } from '@portal/contract/access/roles.ts'
import { SCREENS } from '@portal/contract/screens.ts'
import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { DB } from '../../../engines/database/generated/db.d.ts'
import type { MailContent, WaitingMail } from '../../../engines/mail/compose.ts'
import { enqueueMail } from '../../../engines/mail/enqueue-mail.ts'
import { writeLetter } from '../../../engines/mail/letter.ts'
import { momentText } from '../../../engines/mail/moment-text.ts'
import type { Actor } from '../../access/actor.ts'
import type { ActorContext } from '../../access/context.ts'
import type { Engines } from '../../../engines/engines.ts'
import type { AccountRow } from '../accounts.repository.ts'
import { linesOf, hourlyMailLimit } from './mail-limits.ts'
import { timeRange } from './time-and-place.ts'

export const ACCESS_CHANGED_MAIL = 'access-changed'

const facts = z.object({
  changedBy: z.string(),
  role: z.object({ before: z.enum(ROLES), after: z.enum(ROLES) }),
  counties: z.object({ before: z.array(z.string()), after: z.array(z.string()) }),
})

/** Who has no address of their own: whoever runs commands. */
const AN_ADMINISTRATOR = 'an administrator'

type AccessChange = { readonly before: AccountRow; readonly after: AccountRow }

/** Queues word to a person whose role or counties are others than before; wake the jobs after the commit. */
export async function enqueueAccessChangedMail(
  transaction: Transaction<DB>,
  context: ActorContext,
  { before, after }: AccessChange,
): Promise<void> {
  const counties = { before: namesOf(before), after: namesOf(after) }
  const isSame = before.role === after.role && counties.before.join('\n') === counties.after.join('\n')
  if (isSame) return
  const changedBy = nameOf(context.actor)
  await enqueueMail(transaction, context, {
    kind: ACCESS_CHANGED_MAIL,
    recipient: after.email,
    facts: {
      changedBy,
      role: { before: before.role, after: after.role },
      counties,
    } satisfies z.input<typeof facts>,
    bounds: hourlyMailLimit({ by: { changedBy } }),
  })
}

function nameOf(actor: Actor): string {
  if (actor.kind === 'person') return actor.person.email
  return actor.kind === 'job' ? actor.name : AN_ADMINISTRATOR
}

const namesOf = ({ counties }: AccountRow) => counties.map(({ name }) => name)

export async function composeAccessChange(
  { settings }: Engines,
  { facts: kept, askedAt }: WaitingMail,
): Promise<MailContent> {
  const { changedBy, ...access } = facts.parse(kept)
  return writeLetter(settings, {
    ...ALWAYS,
    opening: [
      `On ${momentText(askedAt, settings.timeZone)}, ${changedBy} changed what you may do and see at ${settings.company.name}.`,
      ...differencesOf(access),
    ],
    link: portalLink(settings),
  })
}

const ALWAYS = {
  subject: 'Your access has changed',
  closing: ['If this is not as it should be, please tell the helpdesk.'],
} as const

const portalLink = ({ publicUrl }: Pick<Engines['settings'], 'publicUrl'>) => ({
  label: 'Open the portal',
  url: `${publicUrl}${SCREENS.login}`,
})

type Access = Pick<z.output<typeof facts>, 'role' | 'counties'>

function differencesOf({ role, counties }: Access): string[] {
  const added = counties.after.filter((name) => !counties.before.includes(name))
  const removed = counties.before.filter((name) => !counties.after.includes(name))
  return [
    ...(role.before === role.after
      ? []
      : [`You were ${ROLE_NAMES[role.before]} and are now ${ROLE_NAMES[role.after]}.`]),
    ...(added.length === 0 ? [] : [`You now belong to ${listed(added)}.`]),
    ...(removed.length === 0 ? [] : [`You no longer belong to ${listed(removed)}.`]),
  ]
}

/** What of it all is left in the end, and who did it. */
export async function composeAccessChangedDigest(
  world: Engines,
  waiting: readonly WaitingMail[],
): Promise<MailContent> {
  const { settings } = world
  const changes = waiting.map((each) => facts.parse(each.facts))
  const [first, last] = [changes[0], changes.at(-1)]
  if (!first || !last) throw new Error('A mail about no change was asked for.')
  const differences = differencesOf({
    role: { before: first.role.before, after: last.role.after },
    counties: { before: first.counties.before, after: last.counties.after },
  })
  return writeLetter(settings, {
    ...ALWAYS,
    opening: [
      `${timeRange(world, waiting)}, what you may do and see at ${settings.company.name} was changed ${waiting.length} times more:`,
      ...linesOf(changes.map(({ changedBy }) => `by ${changedBy}`)),
      ...(differences.length === 0 ? ['In the end it is what it was before these changes.'] : differences),
    ],
    link: portalLink(settings),
  })
}

/** 'Reeves, Ward and Winkler'. */
export function listed(names: readonly string[]): string {
  return new Intl.ListFormat('en-US').format(names)
}
