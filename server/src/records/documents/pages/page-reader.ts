import type { FileType } from '@portal/contract/files/file-types.ts'
import type { SortColumn } from '@portal/contract/files/list-orders.ts'
import type { ListPosition, SortPosition } from '@portal/contract/list-position.ts'
import type { SearchQuery } from '@portal/contract/search/query.ts'
import type { CountyScope } from '../../access/county.policy.ts'
import type { ListedDocument } from './documents-page.models.ts'

/** Documents that nobody has, or that a person has by their address. */
export type AssignedTo = { readonly kind: 'nobody' } | { readonly kind: 'person'; readonly email: string }

type YesOrNo = 'yes' | 'no'

/** Filters only narrow the scope; a filter that matches no document gives an empty list. Days are YYYY-MM-DD. */
export type PageFilters = {
  readonly categoryId?: number | undefined
  readonly typeId?: number | undefined
  readonly statusId?: number | undefined
  readonly countyId?: number | undefined
  readonly appraisalYear?: number | undefined
  readonly receivedFrom?: string | undefined
  /** The last day. */
  readonly receivedTo?: string | undefined
  readonly ownerNbr?: number | undefined
  readonly agentCode?: string | undefined
  /** A part of an address or a name. */
  readonly uploadedBy?: string | undefined
  readonly hasOwner?: YesOrNo | undefined
  readonly duplicates?: YesOrNo | undefined
  /** Whether the text could not be read. */
  readonly unreadable?: YesOrNo | undefined
  readonly fileType?: FileType | undefined
  /** Bytes. */
  readonly minSize?: number | undefined
  readonly maxSize?: number | undefined
  readonly corrected?: YesOrNo | undefined
  readonly assignedTo?: AssignedTo | undefined
  /** What a person searches for. */
  readonly search?: SearchQuery | undefined
  /** The order of a search: that of the list, or the best match first. */
  readonly order?: 'list' | 'best' | undefined
  /** A column that sorts instead. */
  readonly sort?: Sort | undefined
}

export type Sort = {
  readonly column: SortColumn
  readonly isDescending: boolean
  /** As `after` and `before` of a request. */
  readonly after?: SortPosition | undefined
  readonly before?: SortPosition | undefined
}

/** `page` counts from 1. It is ignored if a position is given: the page then begins after it, or ends before it. */
export type PageRequest = PageFilters & {
  readonly page: number
  readonly pageSize: number
  readonly after?: ListPosition | undefined
  readonly before?: ListPosition | undefined
}

export type DocumentsPage<Position = ListPosition | SortPosition> = {
  /** The number of rows on all pages; a lower bound if it is not exact. */
  readonly total: number
  readonly isTotalExact: boolean
  readonly rows: readonly ListedDocument[]
  /** Where the next page begins and the previous one ends; undefined if there is none. */
  readonly next?: Position | undefined
  readonly previous?: Position | undefined
  /** How a search was answered. */
  readonly search?: SearchOutcome | undefined
  /** How many documents were sorted, if no index has them in order. */
  readonly sortedRows?: number | undefined
}

/** Words that were searched for instead of misspelled ones, and words that were left out. */
export type SearchOutcome = {
  readonly corrections: readonly { readonly word: string; readonly by: string }[]
  readonly leftOut: readonly string[]
  readonly query: SearchQuery | null
}

/** The source of pages for the documents list, which does not know how they are found. */
export type PageReader = {
  /**
   * Returns a page with the total of all its pages, both of the same moment. Order, unless a column sorts: status
   * priority, then newest upload, then higher id. A page past the end has no rows. Paging by positions returns each
   * unchanged document exactly once, whatever happens to the others.
   */
  read(scope: CountyScope, request: PageRequest): Promise<DocumentsPage>
}

/** A reader of pages for certain queries. */
export type QueryReader = PageReader & {
  /** Whether this reader supports every filter of the query. */
  canRead(filters: PageFilters): boolean
}

/**
 * Combines several readers: the first that supports every filter of a query reads it.
 * @throws if no reader does: an ignored filter would show too much.
 */
export function chooseReader(readers: readonly QueryReader[]): PageReader {
  return {
    read(scope, request) {
      const { page: _page, pageSize: _pageSize, after: _after, before: _before, ...given } = request
      const filters = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
      const reader = readers.find(({ canRead }) => canRead(filters))
      if (!reader) throw new Error(`No reader of pages knows all of: ${Object.keys(filters).join(', ')}`)
      return reader.read(scope, request)
    },
  }
}
