import { z } from 'zod'
import { auditEvent } from './audit-event.ts'

const owner = z.object({ partyNumber: z.number(), owner: z.string(), relationType: z.string() })
const namedOwner = owner.omit({ relationType: true })
const agent = z.object({
  agentNumber: z.number(),
  agent: z.string(),
  legacyCode: z.string(),
  relationType: z.string(),
})

export const PARTY_EVENTS = {
  'owner.linked': auditEvent({
    label: 'owner linked',
    after: owner,
    sentence: ({ subject, after }) => `linked ${ownerText(after)} to ${subject}`,
  }),
  'owner.unlinked': auditEvent({
    label: 'owner unlinked',
    before: owner,
    sentence: ({ subject, before }) => `unlinked ${ownerText(before)} from ${subject}`,
  }),
  'owner.named': auditEvent({
    label: 'owner named by the sender',
    after: namedOwner,
    sentence: ({ subject, after }) => `named ${ownerText(after)} for ${subject}`,
  }),
  'owner.dismissed': auditEvent({
    label: 'named owner dismissed',
    before: namedOwner,
    sentence: ({ subject, before }) => `dismissed ${ownerText(before)} for ${subject}`,
  }),
  'agent.linked': auditEvent({
    label: 'agent linked',
    after: agent,
    sentence: ({ subject, after }) => `linked ${agentText(after)} to ${subject}`,
  }),
  'agent.unlinked': auditEvent({
    label: 'agent unlinked',
    before: agent,
    sentence: ({ subject, before }) => `unlinked ${agentText(before)} from ${subject}`,
  }),
} as const

function ownerText({ owner: name = '', partyNumber }: Partial<z.output<typeof owner>>): string {
  const number = partyNumber === undefined ? '' : ` (${partyNumber})`
  return `owner ${name}${number}`.replaceAll(/ {2,}/g, ' ').trim()
}

/** Omits the name if the reader may not know it. */
function agentText({ agent: name }: Partial<z.output<typeof agent>>): string {
  return name ? `agent ${name}` : 'an agent'
}
