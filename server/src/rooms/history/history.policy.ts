import { AUDIT_EVENTS, type AuditAction } from '../../records/audit/events/audit-events.ts'
import { ROLES_IN_COUNTIES } from '../../records/access/county.policy.ts'
import type { FactName } from '../../records/audit/events/audit-entry.ts'
import type { Person } from '../../records/access/actor.ts'

/** Who asks; administrators read of everything. */
export type Reader = Pick<Person, 'counties'>

/** What managers read of where it happened in their counties. A kind that is added is told to administrators until it stands here. */
const KINDS_OF_MANAGERS: readonly AuditAction[] = [
  'account.added',
  'account.changed',
  'account.sessions_ended',
  'account.link_sent',
  'account.link_made',
  'second_factor.reset',
  'address.registered',
  'county.added',
  'county.changed',
  'county.closed',
  'county.opened',
  'organizations.imported',
  'agents.imported',
  'owner_values.imported',
  'owner_values.import_undone',
  'document.uploaded',
  'receipt.made',
  'document.downloaded',
  'document.binned',
  'document.restored',
  'document.deleted',
  'document.check_asked',
  'document.described',
  'document.status_set',
  'document.rendered_set',
  'owner.linked',
  'owner.unlinked',
  'agent.linked',
  'agent.unlinked',
]

/**
 * Of what a record keeps, the fields that managers are told: what the screens of their county show them anyhow. Not
 * descriptions, rendered facts, agents of other counties, findings, and who may register.
 */
const FIELDS_OF_MANAGERS: ReadonlySet<string> = new Set<FactName>([
  'Name',
  'email',
  'fileName',
  'status',
  'owner',
  'partyNumber',
  'relationType',
  'isDisabled',
])

/** The kinds that somebody reads of; null for all, those too that a newer release writes. */
export function kindsFor({ counties }: Reader): readonly AuditAction[] | null {
  return counties === 'all' ? null : KINDS_OF_MANAGERS
}

/** The kinds to choose from, with their texts, by text. */
export function choicesFor(reader: Reader): { kind: string; text: string }[] {
  const kinds: ReadonlySet<string> | null = kindsFor(reader) && new Set<string>(kindsFor(reader))
  return Object.entries(AUDIT_EVENTS)
    .filter(([kind]) => kinds === null || kinds.has(kind))
    .map(([kind, { label }]) => ({ kind, text: label }))
    .toSorted((one, other) => one.text.localeCompare(other.text, 'en-US'))
}

/** What a record keeps, as far as it is for the reader to know. */
export function knownFacts({ counties }: Reader, facts: unknown): Readonly<Record<string, unknown>> {
  if (typeof facts !== 'object' || facts === null) return {}
  if (counties === 'all') return { ...facts }
  return Object.fromEntries(
    Object.entries(facts).flatMap(([field, value]) => {
      if (FIELDS_OF_MANAGERS.has(field)) return [[field, value]]
      if (field === 'role') return ROLES_IN_COUNTIES.some((role) => role === value) ? [[field, value]] : []
      return field === 'countyIDs' ? [[field, theirsOf(counties, value)]] : []
    }),
  )
}

/** Which other counties somebody belongs to is not for managers to know. */
function theirsOf(counties: readonly number[], countyIds: unknown): unknown[] {
  const ids: readonly unknown[] = Array.isArray(countyIds) ? countyIds : []
  return ids.filter((id) => counties.some((theirs) => theirs === id))
}
