import { ROLES } from '@portal/contract/access/roles.ts'
import { z } from 'zod'
import { auditEvent, type EventSentence } from './audit-event.ts'
import { changeOfList, listed, roleName, withName, withParts } from './sentence-parts.ts'

const countyIDs = z.array(z.number()).readonly()
const name = z.object({ name: z.string() })

const identity = {
  userID: z.number(),
  email: z.string(),
  isAdmin: z.boolean(),
  /** The first of the account's counties; null if it has none. */
  countyID: z.number().nullable(),
}

const rights = z.object({ ...identity, role: z.enum(ROLES), countyIDs, isDisabled: z.boolean() })

export const ACCOUNT_EVENTS = {
  'account.added': auditEvent({
    label: 'account added',
    after: z.object({ ...identity, role: z.enum(ROLES), name: z.string().optional(), countyIDs }),
    sentence: ({ subject, after }) => {
      const role = roleName(after.role)
      return `added the account ${subject}${role === null ? '' : ` as ${role}`}`
    },
  }),
  'account.changed': auditEvent({
    label: 'account changed',
    before: rights,
    after: rights,
    sentence: accountChanged,
  }),
  'account.sessions_ended': auditEvent({
    label: 'signed out everywhere by someone else',
    after: z.object({ countyIDs }),
    sentence: ({ subject }) => `signed ${subject} out everywhere`,
  }),
  'account.link_sent': auditEvent({
    label: 'password link sent',
    after: z.object({ email: z.string(), sentBy: z.string(), countyIDs }),
    sentence: ({ subject }) => `sent ${subject} a password link`,
  }),
  'account.link_made': auditEvent({
    label: 'password link created',
    after: z.object({ email: z.string(), countyIDs }),
    sentence: ({ subject }) => `created a password link for ${subject}`,
  }),
  'account.named': auditEvent({
    label: 'name changed',
    before: name,
    after: name,
    sentence: ({ whose, after }) => withName(`changed ${whose} own name`, after.name),
  }),
  'password.set': auditEvent({
    label: 'password set',
    sentence: ({ subject, isOwn, whose }) =>
      isOwn ? `set ${whose} password` : `set the password of ${subject}`,
  }),
  'password.changed': auditEvent({
    label: 'password changed',
    sentence: ({ whose }) => `changed ${whose} password`,
  }),
  'password.reset_requested': auditEvent({
    label: 'password reset requested',
    after: z.object({ email: z.string() }),
    sentence: ({ subject }) => `requested a password reset for ${subject}`,
  }),
  'address.registered': auditEvent({
    label: 'registered',
    after: z.object({ email: z.string() }),
    sentence: ({ subject }) => `registered ${subject}`,
  }),
  /** Includes the account if the confirmation creates it. */
  'address.confirmed': auditEvent({
    label: 'address confirmed',
    after: z.object(identity).optional(),
    sentence: ({ whose }) => `confirmed ${whose} address`,
  }),
} as const

function accountChanged({
  subject,
  before,
  after,
  countyName,
}: Parameters<EventSentence<typeof rights, typeof rights>>[0]): string {
  const [was, is] = [roleName(before.role), roleName(after.role)]
  const { added, removed } = changeOfList(before.countyIDs, after.countyIDs)
  const namesOf = (ids: readonly number[]) => listed(ids.map((id) => countyName(id) ?? `county ${id}`))
  return withParts(`changed the account ${subject}`, [
    ...(was !== is && is !== null ? [`${was ?? 'another role'} became ${is}`] : []),
    ...(before.isDisabled === after.isDisabled ? [] : [after.isDisabled === true ? 'disabled' : 'enabled']),
    ...(added.length === 0 ? [] : [`added to ${namesOf(added)}`]),
    ...(removed.length === 0 ? [] : [`removed from ${namesOf(removed)}`]),
  ])
}
