import { AUDIT_ACTIONS } from './actions.ts'
import type { AuditRow } from './audit.repository.ts'
import { ANONYMOUS, type AuditSubject } from './record.ts'

/** Subjects whose ids are numbers. */
const NUMBERED: ReadonlySet<string> = new Set<AuditSubject['kind']>(['document', 'account', 'county'])

/** A record as a line for the terminal. What somebody unproven did is told with the address that they typed. */
export function lineOf(row: AuditRow): string {
  const { at, actor_name: who, subject_kind: kind, subject_id: id, came_from: from } = row
  const line = [at.toISOString(), who, textOf(row), kind === 'document' ? id : '', from]
  return (who === ANONYMOUS ? [...line, id] : line).join('  ')
}

/** A record as `--json` gives it. */
export function toRecord(row: AuditRow): object {
  const { subject_kind: kind, subject_id: text } = row
  const id = NUMBERED.has(kind) ? Number(text) : text
  return {
    at: row.at.toISOString(),
    who: row.actor_name,
    what: textOf(row),
    code: row.action,
    subject: { kind, id },
    ...(kind === 'document' ? { fileID: id } : {}),
    from: row.came_from,
    ...(row.before === null ? {} : { before: row.before }),
    ...(row.after === null ? {} : { after: row.after }),
  }
}

/** A record as a sentence without its full stop, such as 'Uploaded: file 17', for whoever did it. */
export function sentenceOf(
  row: Pick<AuditRow, 'action' | 'subject_kind' | 'subject_id' | 'account_id'>,
): string {
  const text = textOf(row)
  const what = text.charAt(0).toUpperCase() + text.slice(1)
  const isOwnAccount = row.subject_kind === 'account' && row.subject_id === String(row.account_id)
  return isOwnAccount ? what : `${what}: ${SUBJECTS[row.subject_kind] ?? row.subject_kind} ${row.subject_id}`
}

/** What is called otherwise on the screens. */
const SUBJECTS: Readonly<Record<string, string>> = { document: 'file' }

/** A code that this release does not know stands for itself. */
function textOf({ action }: Pick<AuditRow, 'action'>): string {
  const texts: Readonly<Record<string, string>> = AUDIT_ACTIONS
  return texts[action] ?? action
}
