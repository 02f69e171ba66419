import type { ActivityEvent } from '@portal/contract/history/history.ts'
import { maySeeCounty } from '../../records/access/county.policy.ts'
import { subjectTextOf } from '../../records/audit/act-subject.ts'
import { withOrigin } from '../../records/audit/act-origin.ts'
import { sentenceOf, type ReadRecord } from '../../records/audit/events/audit-events.ts'
import { knownFacts, type Reader } from './history.policy.ts'
import type { HistoryRow } from './history.repository.ts'

type Reading = {
  readonly reader: Reader
  /** Replaces the name of the subject, where all records have the same. */
  readonly subject?: string
} & Pick<ReadRecord, 'countyName'>

/** The part of a record that its reader may know. */
export function toActivityEvent(
  row: HistoryRow,
  { reader, subject, countyName: nameOf }: Reading,
): ActivityEvent {
  const { id, at, action, accountId, countyId, countyName } = row
  // The record of a person of several counties is of one of them, and its reader may know another one only.
  const isCountySeen = countyId !== null && maySeeCounty(reader, countyId)
  const fileId = row.subjectKind === 'document' ? Number(row.subjectId) : null
  return {
    id,
    at: at.toISOString(),
    who: whoOf(row),
    name: row.fullName === '' ? null : row.fullName,
    what: withOrigin(
      row,
      sentenceOf({
        action,
        subject: subject ?? subjectTextOf(row),
        isOwn: row.subjectKind === 'account' && row.subjectId === String(accountId),
        whose: 'their',
        before: knownFacts(reader, row.before),
        after: knownFacts(reader, row.after),
        countyName: nameOf,
      }),
    ),
    kind: action,
    FileID: fileId,
    CountyID: isCountySeen ? countyId : null,
    countyName: isCountySeen ? countyName : null,
    from: reader.counties === 'all' ? row.cameFrom : null,
  }
}

function whoOf({ actorKind, actorName }: HistoryRow): string {
  if (actorKind === 'command line') return 'System administrator (command line)'
  if (actorKind === 'anonymous') return 'Somebody'
  return actorKind === 'job' ? `The portal (${actorName})` : actorName
}
