import { sql, type RawBuilder } from 'kysely'
import type { FileType } from '@portal/contract/files/file-types.ts'
import { scopeCondition } from '../access/county-scope.repository.ts'
import { countiesOf, narrowScope, type CountyScope } from '../access/county.policy.ts'
import { isKnownIn } from '../accounts/known-people.repository.ts'
import { isAssigned } from '../documents/assignees/assigned-to.repository.ts'
import { isCorrected } from '../documents/corrections/corrections.repository.ts'
import { isPartlyRead } from '../texts/read-text.repository.ts'
import type { SearchFilters } from './search-filters.ts'

type Condition = RawBuilder<unknown>
type FilterContext = { readonly scope: CountyScope; readonly timeZone: string }

/** Media types of each group, as prefixes. */
const MEDIA_TYPES: Readonly<Record<FileType, readonly string[]>> = {
  pdf: ['application/pdf'],
  image: ['image/'],
  word: ['application/msword', 'application/vnd.openxmlformats-officedocument.wordprocessingml'],
  excel: ['application/vnd.ms-excel', 'application/vnd.openxmlformats-officedocument.spreadsheetml'],
  email: ['message/rfc822'],
}

/** The conditions of filters on the document `d`. */
export function conditionsOf(filters: SearchFilters, context: FilterContext): Condition[] {
  return [...ofColumns(filters, context), ...ofOthers(filters, context)]
}

function ofColumns(filters: SearchFilters, { timeZone }: FilterContext): Condition[] {
  const { receivedFrom, receivedTo, receivedBefore, fileType } = filters
  const day = (text: string, days = 0) =>
    sql`((${text}::date + ${days}::integer)::timestamp AT TIME ZONE ${timeZone})`
  const numbers = [
    [filters.categoryId, sql`d.category_id = `],
    [filters.typeId, sql`d.type_id = `],
    [filters.statusId, sql`d.status_id = `],
    [filters.countyId, sql`d.county_id = `],
    [filters.appraisalYear, sql`d.appraisal_year = `],
    [filters.minSize, sql`d.byte_size >= `],
    [filters.maxSize, sql`d.byte_size <= `],
  ] as const
  return [
    ...numbers.flatMap(([value, compared]) =>
      value === undefined ? [] : [sql`${compared} ${value}::integer`],
    ),
    ...(receivedFrom === undefined ? [] : [sql`d.uploaded_at >= ${day(receivedFrom)}`]),
    ...(receivedTo === undefined ? [] : [sql`d.uploaded_at < ${day(receivedTo, 1)}`]),
    ...(receivedBefore === undefined ? [] : [sql`d.uploaded_at < ${day(receivedBefore)}`]),
    ...(fileType === undefined
      ? []
      : [sql`d.content_type LIKE ANY (${MEDIA_TYPES[fileType].map((type) => `${type}%`)}::text[])`]),
  ]
}

/**
 * Of other tables. The full name of an uploader counts only if the person may know the uploader (R15.57). A duplicate counts
 * only if the person may see it, too, and in a list of one county if it is there.
 */
function ofOthers(filters: SearchFilters, { scope }: FilterContext): Condition[] {
  const { ownerNbr, agentCode, uploadedBy, hasOwner, duplicates, unreadable, corrected, assignedTo } = filters
  const narrowed = narrowScope(scope, filters.countyId)
  const isBeside = narrowed ? scopeCondition(narrowed, 'w') : sql`false`
  const owner = sql`EXISTS (SELECT FROM document_owner AS l WHERE l.document_id = d.id)`
  const twin = sql`EXISTS (SELECT FROM document AS w WHERE w.sha256 = d.sha256 AND w.id <> d.id
    AND w.deleted_at IS NULL AND ${isBeside})`
  const lacksText = sql`EXISTS (SELECT FROM document_text AS x WHERE x.document_id = d.id AND (x.state = 'unreadable' OR ${isPartlyRead('x')}))`
  return [
    ...(unreadable === undefined ? [] : [unreadable === 'yes' ? lacksText : sql`NOT ${lacksText}`]),
    ...(ownerNbr === undefined
      ? []
      : [sql`d.id IN (SELECT document_id FROM document_owner WHERE party_number = ${ownerNbr}::integer)`]),
    ...(agentCode === undefined
      ? []
      : [
          sql`d.id IN (SELECT l.document_id FROM document_agent AS l JOIN agent AS g ON g.agent_number = l.agent_number
            WHERE lower(g.legacy_code) = lower(${agentCode}))`,
        ]),
    ...(uploadedBy === undefined
      ? []
      : [
          sql`d.uploaded_by IN (SELECT u.id FROM account AS u WHERE strpos(lower(u.email), lower(${uploadedBy})) > 0
            OR strpos(lower(u.full_name), lower(${uploadedBy})) > 0 AND ${isKnownIn(countiesOf(scope), 'u')})`,
        ]),
    ...(hasOwner === undefined ? [] : [hasOwner === 'yes' ? owner : sql`NOT ${owner}`]),
    ...(corrected === undefined ? [] : [isCorrected(corrected === 'yes', 'd')]),
    ...(assignedTo === undefined ? [] : [isAssigned(assignedTo, 'd')]),
    ...(duplicates === undefined ? [] : [duplicates === 'yes' ? twin : sql`NOT ${twin}`]),
  ]
}
