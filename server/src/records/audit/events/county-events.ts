import { z } from 'zod'
import { auditEvent, type EventSentence } from './audit-event.ts'
import { changeOfList, listed, withParts } from './sentence-parts.ts'

/** A county in the format that commands print. */
const county = z.object({
  CountyID: z.number(),
  Name: z.string(),
  number: z.string().optional(),
  emailDomains: z.array(z.string()).readonly(),
  emailAddresses: z.array(z.string()).readonly(),
  contacts: z.string().optional(),
  questionPoints: z.array(z.string()).readonly().optional(),
  /** ISO 8601. */
  closedAt: z.string().optional(),
})

export const COUNTY_EVENTS = {
  'county.added': auditEvent({
    label: 'county added',
    after: county,
    sentence: ({ subject, after }) => withParts(`added ${subject}`, registrationParts({}, after)),
  }),
  'county.changed': auditEvent({
    label: 'county changed',
    before: county,
    after: county,
    sentence: countyChanged,
  }),
  'county.closed': auditEvent({
    label: 'county closed',
    before: county,
    after: county,
    sentence: ({ subject }) => `closed ${subject}`,
  }),
  'county.opened': auditEvent({
    label: 'county opened again',
    before: county,
    after: county,
    sentence: ({ subject }) => `opened ${subject} again`,
  }),
} as const

function countyChanged({
  subject,
  before,
  after,
}: Parameters<EventSentence<typeof county, typeof county>>[0]): string {
  const isRenamed = before.Name && after.Name && before.Name !== after.Name
  return withParts(isRenamed ? `renamed county ${before.Name} to ${after.Name}` : `changed ${subject}`, [
    ...(after.number && after.number !== before.number ? [`its number became ${after.number}`] : []),
    ...registrationParts(before, after),
    ...((before.contacts ?? '') === (after.contacts ?? '') ? [] : ['other contacts']),
    ...(isSameList(before.questionPoints, after.questionPoints) ? [] : ['other usual questions']),
  ])
}

function isSameList(before: readonly string[] = [], after: readonly string[] = []): boolean {
  return JSON.stringify(before) === JSON.stringify(after)
}

type Lists = Partial<Pick<z.output<typeof county>, 'emailDomains' | 'emailAddresses'>>

/** Who may now register for a county, and who no longer may. */
function registrationParts(before: Lists, after: Lists): string[] {
  const domains = changeOfList(before.emailDomains, after.emailDomains)
  const addresses = changeOfList(before.emailAddresses, after.emailAddresses)
  const [added, removed] = [
    [...domains.added, ...addresses.added],
    [...domains.removed, ...addresses.removed],
  ]
  return [
    ...(added.length === 0 ? [] : [`${listed(added)} may register`]),
    ...(removed.length === 0 ? [] : [`${listed(removed)} may register no more`]),
  ]
}
