import type { HistoryKind } from '@portal/contract/history/document-history.ts'
import type { Counties, Person } from '../../../records/access/actor.ts'
import { EVENTS_OF_DOCUMENTS } from '../../../records/audit/events/document-history-kinds.ts'
import type { DocumentRow } from '../../../records/documents/documents.repository.ts'
import type { FactName } from '../../../records/audit/events/audit-entry.ts'
import { kindsFor, knownFacts } from '../history.policy.ts'

/** Which records of a document a query returns. */
export type DocumentHistoryFilter = {
  readonly fileId: number
  /** The kinds of events; null for all, including those of newer releases. */
  readonly kinds: readonly string[] | null
  /** Only records of this county, or of none; undefined for all. */
  readonly onlyOfCounty: number | null | undefined
  /** The account whose reads the query returns; null for the reads of everyone. */
  readonly onlyReadsOf: number | null
  /** The counties of the reader, for the names that they may know. */
  readonly knownTo: Counties
}

type FilterRequest = {
  readonly fileId: number
  /** Null for a permanently deleted document. */
  readonly document: Pick<DocumentRow, 'county_id'> | null
  readonly kind?: HistoryKind | undefined
}

/**
 * The part of a document's history that a person may know (R8.51, R8.52). Those who do not see all counties read what
 * is recorded for the county that the document is in now, as their county had it.
 */
export function filterFor(person: Person, { fileId, document, kind }: FilterRequest): DocumentHistoryFilter {
  const theirs = kindsFor(person)
  const kinds =
    kind === undefined
      ? theirs
      : EVENTS_OF_DOCUMENTS[kind].filter((one) => theirs === null || theirs.includes(one))
  return {
    fileId,
    kinds,
    onlyOfCounty: person.counties === 'all' ? undefined : (document?.county_id ?? null),
    onlyReadsOf: person.rights.has('audit.read') ? null : person.accountId,
    knownTo: person.counties,
  }
}

/**
 * Whether a person reads all records of any document. Only they read the history of a permanently deleted one, which
 * belongs to no county any more (R8.55).
 */
export function readsWholeHistory({ counties, rights }: Pick<Person, 'counties' | 'rights'>): boolean {
  return counties === 'all' && rights.has('audit.read')
}

/** What the edit form shows of a document. */
const FACTS_OF_EDITORS: readonly FactName[] = [
  'description',
  'attachmentTypeId',
  'rendered',
  'renderedDate',
  'extended',
]

/** The part of a record's facts that the reader of a document's history may know (R8.53). */
export function knownDocumentFacts(person: Person, facts: unknown): Readonly<Record<string, unknown>> {
  const known = knownFacts(person, facts)
  if (typeof facts !== 'object' || facts === null || !person.rights.has('documents.edit')) return known
  const edited = Object.entries(facts).filter(([fact]) => FACTS_OF_EDITORS.some((one) => one === fact))
  return { ...known, ...Object.fromEntries(edited) }
}
