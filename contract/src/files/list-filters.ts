import { z } from 'zod'
import { callPath } from '../call-path.ts'
import { queryChoice, queryDay, queryNumber, queryText } from '../fields.ts'
import { MAX_QUERY_CHARACTERS } from '../search/query.ts'
import { FILE_TYPES } from './file-types.ts'
import { LIST_ORDERS } from './list-orders.ts'

/** What the documents list shows and in which order, without the page. */
export const listFilters = {
  categoryId: queryNumber('categoryId'),
  typeId: queryNumber('typeId'),
  statusId: queryNumber('statusId'),
  countyId: queryNumber('countyId'),
  q: queryText('q', MAX_QUERY_CHARACTERS),
  order: queryChoice('order', LIST_ORDERS),
  appraisalYear: queryNumber('appraisalYear', 9999),
  receivedFrom: queryDay('receivedFrom'),
  receivedTo: queryDay('receivedTo'),
  ownerNbr: queryNumber('ownerNbr'),
  agentCode: queryText('agentCode'),
  uploadedBy: queryText('uploadedBy'),
  hasOwner: queryChoice('hasOwner', ['yes', 'no']),
  duplicates: queryChoice('duplicates', ['yes', 'no']),
  unreadable: queryChoice('unreadable', ['yes', 'no']),
  corrected: queryChoice('corrected', ['yes', 'no']),
  fileType: queryChoice('fileType', FILE_TYPES),
  minSize: queryNumber('minSize'),
  maxSize: queryNumber('maxSize'),
  /** `me`, `nobody`, or the address of a person. */
  assignedTo: queryText('assignedTo'),
} as const

const MAX_TEXT = 4000
const OTHER_PARAMETERS = 'A view stores the filters and the order of the documents list only.'

const parsedFilters = z.strictObject(listFilters, OTHER_PARAMETERS)

/** The set filters, parsed. */
export type ListFilters = z.output<typeof parsedFilters>

/** A query string of the documents list without its page, as its parsed filters. */
export const filtersText = z
  .string()
  .max(MAX_TEXT, OTHER_PARAMETERS)
  .transform((text) => valuesByName(text) as z.input<typeof parsedFilters>)
  .pipe(parsedFilters)

/** A name that comes twice has several values, as in the query of a call. */
function valuesByName(text: string): Record<string, string | string[]> {
  const parameters = new URLSearchParams(text)
  const names = [...new Set(parameters.keys())]
  return Object.fromEntries(
    names.map((name) => {
      const values = parameters.getAll(name)
      return [name, values.length > 1 ? values : (values[0] ?? '')]
    }),
  )
}

/** The query string of filters: always the same text for the same filters, without a question mark. */
export function writeFilters(filters: Readonly<Record<string, unknown>>): string {
  const inOrder = Object.keys(listFilters).map((name) => [name, filters[name]])
  return callPath({ path: '' }, { query: Object.fromEntries(inOrder) }).replace(/^\?/, '')
}
