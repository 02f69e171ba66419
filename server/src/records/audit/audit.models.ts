import type { AuditRow, NamedAuditRow } from './audit.repository.ts'
import type { AuditSubject } from './events/audit-entry.ts'
import { withOrigin } from './act-origin.ts'
import { labelOf } from './events/audit-events.ts'
import { ANONYMOUS } from './record.ts'

/** Subjects with numeric ids. */
const NUMBERED: ReadonlySet<string> = new Set<AuditSubject['kind']>(['document', 'account', 'county'])

/** A record as a line for the terminal. For an unproven actor, the line shows the address that they typed. */
export function lineOf(row: NamedAuditRow): string {
  const { at, actor_name: who, subject_id: id, came_from: from } = row
  const what = withOrigin({ actorKind: row.actor_kind, after: row.after }, labelOf(row.action))
  const line = [at.toISOString(), who, what, subjectOf(row), from]
  return (who === ANONYMOUS ? [...line, id] : line).join('  ')
}

/** Empty if the actor acted on their own account. */
function subjectOf({
  actor_name: who,
  subject_kind: kind,
  subject_id: id,
  subject_email: email,
}: NamedAuditRow): string {
  if (kind === 'document') return id
  if (kind === 'run') return `run ${id}`
  if (kind !== 'account') return ''
  const whose = email ?? `account ${id}`
  return whose === who ? '' : whose
}

/** A record in the format of `--json`. */
export function toRecord(row: AuditRow): object {
  const { subject_kind: kind, subject_id: text } = row
  const id = NUMBERED.has(kind) ? Number(text) : text
  return {
    at: row.at.toISOString(),
    who: row.actor_name,
    what: labelOf(row.action),
    code: row.action,
    subject: { kind, id },
    ...(kind === 'document' ? { fileID: id } : {}),
    from: row.came_from,
    ...(row.before === null ? {} : { before: row.before }),
    ...(row.after === null ? {} : { after: row.after }),
  }
}
