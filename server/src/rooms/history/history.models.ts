import type { Happening } from '@portal/contract/history.ts'
import { knownFacts, type Reader } from './history.policy.ts'
import type { HistoryRow } from './history.repository.ts'
import { sentenceOf } from './sentences.ts'

/** A record as its reader may know it. */
export function toHappening(row: HistoryRow, reader: Reader): Happening {
  const { id, at, action, accountId, countyId, countyName } = row
  const fileId = row.subjectKind === 'document' ? Number(row.subjectId) : null
  return {
    id,
    at: at.toISOString(),
    who: whoOf(row),
    name: row.fullName === '' ? null : row.fullName,
    what: sentenceOf({
      kind: action,
      subject: subjectOf(row),
      isOwn: row.subjectKind === 'account' && row.subjectId === String(accountId),
      before: knownFacts(reader, row.before),
      after: knownFacts(reader, row.after),
    }),
    kind: action,
    FileID: fileId,
    CountyID: countyId,
    countyName,
    from: reader.counties === 'all' ? row.cameFrom : null,
  }
}

function whoOf({ actorKind, actorName }: HistoryRow): string {
  if (actorKind === 'command line') return 'The command line'
  if (actorKind === 'anonymous') return 'Somebody'
  return actorKind === 'job' ? `The portal (${actorName})` : actorName
}

/** As it was called then, where the record says so, else as it is called today. */
function subjectOf({ subjectKind, subjectId, subjectEmail, countyName, before, after }: HistoryRow): string {
  if (subjectKind === 'document') return `file ${subjectId}`
  if (subjectKind === 'account')
    return wordIn(after, 'email') ?? wordIn(before, 'email') ?? subjectEmail ?? `account ${subjectId}`
  if (subjectKind === 'county')
    return `county ${wordIn(after, 'Name') ?? wordIn(before, 'Name') ?? countyName ?? subjectId}`
  return subjectKind === 'address' ? subjectId : `${subjectKind} ${subjectId}`
}

function wordIn(facts: unknown, field: string): string | null {
  if (typeof facts !== 'object' || facts === null) return null
  const value: unknown = Object.entries(facts).find(([name]) => name === field)?.[1]
  return typeof value === 'string' && value !== '' ? value : null
}
