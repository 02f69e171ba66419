import type { FactName } from './events/audit-entry.ts'

/** The subject of an action, with the current names for its ids. */
export type ActSubject = {
  readonly subjectKind: string
  readonly subjectId: string
  /** The email address of the account that was acted on; null for other subjects. */
  readonly subjectEmail: string | null
  readonly countyName: string | null
  readonly before: unknown
  readonly after: unknown
}

/** The name at that time if the record has it, else the current name. */
export function subjectTextOf({
  subjectKind,
  subjectId,
  subjectEmail,
  countyName,
  before,
  after,
}: ActSubject): string {
  if (subjectKind === 'document') return `file ${subjectId}`
  if (subjectKind === 'account')
    return wordIn(after, 'email') ?? wordIn(before, 'email') ?? subjectEmail ?? `account ${subjectId}`
  if (subjectKind === 'county')
    return `county ${wordIn(after, 'Name') ?? wordIn(before, 'Name') ?? countyName ?? subjectId}`
  return subjectKind === 'address' ? subjectId : `${subjectKind} ${subjectId}`
}

function wordIn(facts: unknown, field: FactName): string | null {
  if (typeof facts !== 'object' || facts === null) return null
  const value: unknown = Object.entries(facts).find(([name]) => name === field)?.[1]
  return typeof value === 'string' && value !== '' ? value : null
}
