import { AUDIT_EVENTS, type AuditAction } from '../../records/audit/events/audit-events.ts'
import { ROLES_IN_COUNTIES } from '../../records/access/county.policy.ts'
import type { FactName } from '../../records/audit/events/audit-entry.ts'
import type { Person } from '../../records/access/actor.ts'

/** The reader. Administrators read everything. */
export type Reader = Pick<Person, 'counties'>

/**
 * The kinds of activity in their counties that managers read. Only administrators read a new kind until it is listed
 * here.
 */
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
  'document.viewed',
  'document.history_exported',
  'document.binned',
  'document.restored',
  'document.deleted',
  'document.check_asked',
  'document.described',
  'document.status_set',
  'document.rendered_set',
  'document.assigned',
  'document.corrects_set',
  'document.corrected',
  'document.corrects_removed',
  'document.corrected_removed',
  'document.commented',
  'document.comment_changed',
  'document.comment_deleted',
  'document.asked',
  'document.answered',
  'document.question_withdrawn',
  'document.question_reminded',
  'owner.linked',
  'owner.unlinked',
  'owner.named',
  'owner.dismissed',
  'agent.linked',
  'agent.unlinked',
]

/**
 * The recorded fields that managers may read, which their county's screens show anyway. Excludes descriptions, rendered
 * facts, agents of other counties, findings, and who may register.
 */
const FIELDS_OF_MANAGERS: ReadonlySet<string> = new Set<FactName>([
  'Name',
  'email',
  'fileName',
  'answerFiles',
  'status',
  'assignee',
  'isBySelf',
  'corrects',
  'correctedBy',
  'owner',
  'partyNumber',
  'relationType',
  'isDisabled',
])

/** The kinds that a reader may see; null for all, including those of newer releases. */
export function kindsFor({ counties }: Reader): readonly AuditAction[] | null {
  return counties === 'all' ? null : KINDS_OF_MANAGERS
}

/** Looks at a document or an e-mail, which change nothing. */
const LOOKS: ReadonlySet<string> = new Set<AuditAction>([
  'document.downloaded',
  'document.viewed',
  'document.history_exported',
  'mail.viewed',
])

/** The kinds of changes that a reader may see. */
export function kindsOfChangesFor(reader: Reader): readonly string[] {
  return (kindsFor(reader) ?? Object.keys(AUDIT_EVENTS)).filter((kind) => !LOOKS.has(kind))
}

/** The selectable kinds with their texts, in the order of the texts. */
export function choicesFor(reader: Reader): { kind: string; text: string }[] {
  const kinds: ReadonlySet<string> | null = kindsFor(reader) && new Set<string>(kindsFor(reader))
  return Object.entries(AUDIT_EVENTS)
    .filter(([kind]) => kinds === null || kinds.has(kind))
    .map(([kind, { label }]) => ({ kind, text: label }))
    .toSorted((one, other) => one.text.localeCompare(other.text, 'en-US'))
}

/** The part of a record's facts that the reader may know. */
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

/** Managers may not know which other counties a person belongs to. */
function theirsOf(counties: readonly number[], countyIds: unknown): unknown[] {
  const ids: readonly unknown[] = Array.isArray(countyIds) ? countyIds : []
  return ids.filter((id) => counties.some((theirs) => theirs === id))
}
