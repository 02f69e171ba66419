import type { DocumentEvent } from '@portal/contract/history/document-history.ts'
import type { Person } from '../../../records/access/actor.ts'
import type { FactName } from '../../../records/audit/events/audit-entry.ts'
import { historyKindOf } from '../../../records/audit/events/document-history-kinds.ts'
import { runOf, withOrigin } from '../../../records/audit/act-origin.ts'
import { maySeeRun } from '../../../records/runs/runs.policy.ts'
import type { Names } from '../../../records/reference/dictionaries.ts'
import { toActivityEvent } from '../history.models.ts'
import { knownDocumentFacts } from './document-history.policy.ts'
import { THIS_FILE, whatOf, type Reception } from './document-sentences.ts'
import type { Group } from './group-reads.ts'

type Reading = { readonly reader: Person; readonly names: Names; readonly reception: Reception | null }

/** An entry of a document's history, as far as its reader may know it. */
export function toDocumentEvent(group: Group, { reader, names, reception }: Reading): DocumentEvent {
  const [newest] = group
  const oldest = group.at(-1) ?? newest
  const {
    FileID: _file,
    CountyID: _county,
    countyName: _name,
    ...event
  } = toActivityEvent(newest, {
    reader,
    countyName: names.countyName,
    subject: THIS_FILE,
  })
  const kind = historyKindOf(newest.action)
  const changes =
    kind === 'changed'
      ? changedFields(
          {
            before: knownDocumentFacts(reader, newest.before),
            after: knownDocumentFacts(reader, newest.after),
          },
          names,
        )
      : []
  const what = whatOf(group, { changes, reception })
  const isReceived = newest.action === 'document.uploaded'
  return {
    ...event,
    what: what === null ? event.what : withOrigin(newest, what),
    run: maySeeRun(reader, { startedBy: newest.accountId }) ? runOf(newest) : null,
    group: kind,
    times: group.length,
    firstAt: oldest.at.toISOString(),
    changes,
    receipts: isReceived ? [...(reception?.receipts ?? [])] : [],
  }
}

type Facts = Readonly<Record<string, unknown>>
type Words = (value: unknown, names: Names) => string | null

const text: Words = (value) => (typeof value === 'string' && value !== '' ? value : null)
const yesOrNo: Words = (value) => (typeof value === 'boolean' ? (value ? 'Yes' : 'No') : null)
const typeName: Words = (value, names) => (typeof value === 'number' ? names.typeName(value) || null : null)

/** YYYY-MM-DD as M/D/YYYY. */
const day: Words = (value) => {
  const [year, month, dayOfMonth] = typeof value === 'string' ? value.split('-').map(Number) : []
  return year === undefined ? null : `${month}/${dayOfMonth}/${year}`
}

/** The recorded facts that a person changes, by their names on the screens. */
const FIELDS: readonly (readonly [fact: FactName, field: string, words: Words])[] = [
  ['status', 'Status', text],
  ['attachmentTypeId', 'Type', typeName],
  ['description', 'Description', text],
  ['rendered', 'Rendered', yesOrNo],
  ['renderedDate', 'Rendered date', day],
  ['extended', 'Extended', yesOrNo],
]

/** The fields that differ between two sides of a record, in the words of the screens. */
function changedFields(
  { before, after }: { readonly before: Facts; readonly after: Facts },
  names: Names,
): DocumentEvent['changes'] {
  return FIELDS.flatMap(([fact, field, words]) =>
    before[fact] === after[fact]
      ? []
      : [{ field, before: words(before[fact], names), after: words(after[fact], names) }],
  )
}
