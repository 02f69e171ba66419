import type { FactName } from './events/audit-entry.ts'

/** What something was done to, with the names that its ids stand for today. */
export type ActSubject = {
  readonly subjectKind: string
  readonly subjectId: string
  /** Of the account that it was done to; null for other subjects. */
  readonly subjectEmail: string | null
  readonly countyName: string | null
  readonly before: unknown
  readonly after: unknown
}

/** As it was called then, where the record says so, else as it is called today. */
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
