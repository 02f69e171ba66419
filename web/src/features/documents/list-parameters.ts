import type { DocumentsState } from './list-address.ts'
import { DOCUMENTS_ADDRESS, NO_FILTERS, type DocumentsFilters } from './list-address.ts'

/** The names of the filters in the call of the list. */
const PARAMETERS = {
  category: 'categoryId',
  type: 'typeId',
  status: 'statusId',
  county: 'countyId',
  q: 'q',
  order: 'order',
  year: 'appraisalYear',
  from: 'receivedFrom',
  to: 'receivedTo',
  ownerNumber: 'ownerNbr',
  agent: 'agentCode',
  user: 'uploadedBy',
  owner: 'hasOwner',
  duplicates: 'duplicates',
  unreadable: 'unreadable',
  corrected: 'corrected',
  file: 'fileType',
  minSize: 'minSize',
  maxSize: 'maxSize',
  assigned: 'assignedTo',
} as const satisfies Partial<Record<keyof DocumentsState, string>>

const NAMES = Object.keys(PARAMETERS) as (keyof typeof PARAMETERS)[]

/** The list counts sizes in bytes, people in kilobytes. */
const IN_BYTES = new Set<string>(['minSize', 'maxSize'])
const BYTES_PER_KB = 1024

/** The set filters, as the call of the list and a saved view name them. */
export function toParameters(filters: DocumentsFilters): Readonly<Record<string, string>> {
  const address = DOCUMENTS_ADDRESS.write({ ...filters, page: 1 })
  const set = NAMES.flatMap((name) => {
    const text = address.get(name)
    if (text === null) return []
    return [[PARAMETERS[name], IN_BYTES.has(name) ? String(Number(text) * BYTES_PER_KB) : text] as const]
  })
  return Object.fromEntries(set)
}

/** The filters of a saved view; a parameter that the list does not know is left out. */
export function fromParameters(query: string): DocumentsFilters {
  const given = new URLSearchParams(query)
  const address = new URLSearchParams()
  for (const name of NAMES) {
    const text = given.get(PARAMETERS[name])
    if (text !== null) address.set(name, IN_BYTES.has(name) ? kilobytes(text) : text)
  }
  const { page: _page, ...filters } = DOCUMENTS_ADDRESS.read(address).state
  return { ...NO_FILTERS, ...filters }
}

function kilobytes(bytes: string): string {
  return String(Math.max(1, Math.round(Number(bytes) / BYTES_PER_KB)))
}
