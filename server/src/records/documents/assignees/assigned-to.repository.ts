import { sql, type RawBuilder } from 'kysely'
import { isSeenBy } from '../../access/county-scope.repository.ts'
import type { AssignedTo } from '../pages/page-reader.ts'

/**
 * Whether the document `alias` is assigned to that person, or to nobody. The ids of a person are read first, as one array:
 * the documents are then found by their ids, however many others there are. A join would read all documents.
 */
export function isAssigned(assigned: AssignedTo, alias: string): RawBuilder<boolean> {
  const id = sql.ref(`${alias}.id`)
  if (assigned.kind === 'nobody') return sql`NOT EXISTS (${assigneeEmail(alias)})`
  const email = sql`lower(${assigned.email}::text)`
  return sql`(${id} = ANY (ARRAY(SELECT x.document_id FROM document_assignee AS x
      WHERE x.person_id = (SELECT worker.id FROM account AS worker WHERE worker.email = ${email})))
    AND EXISTS (SELECT FROM account AS worker WHERE worker.email = ${email} AND ${isSeenBy('worker', alias)}))`
}

/** A query of the address of who works on the document `alias`; no row for nobody. */
export function assigneeEmail(alias: string): RawBuilder<unknown> {
  return sql`SELECT worker.email FROM document_assignee AS x JOIN account AS worker ON worker.id = x.person_id
    WHERE x.document_id = ${sql.ref(`${alias}.id`)} AND ${isSeenBy('worker', alias)}`
}
