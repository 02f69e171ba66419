import type { ListPosition } from '@portal/contract/list-position.ts'
import type { CountyScope } from '../../access/county.policy.ts'
import type { ListedDocument } from './documents-page.models.ts'

/** They only narrow what the scope shows; one that no document matches leaves none. */
export type PageFilters = {
  readonly categoryId?: number | undefined
  readonly typeId?: number | undefined
  readonly statusId?: number | undefined
  readonly countyId?: number | undefined
}

/** `page` counts from 1. It says nothing where a position is given: the page begins after it, or ends before it. */
export type PageRequest = PageFilters & {
  readonly page: number
  readonly pageSize: number
  readonly after?: ListPosition | undefined
  readonly before?: ListPosition | undefined
}

export type DocumentsPage = {
  /** The rows of all pages; at least so many where it is not exact. */
  readonly total: number
  readonly isTotalExact: boolean
  readonly rows: readonly ListedDocument[]
  /** Where the next page begins and the previous one ends; undefined where there is none. */
  readonly next?: ListPosition | undefined
  readonly previous?: ListPosition | undefined
}

/** Where the documents list gets its pages; the list does not know how they are found. */
export type PageReader = {
  /**
   * A page with the total of all its pages, both of one moment.
   * Order: status priority, then newest upload, then higher id. A page past the end has no rows.
   * A walk by positions meets each unchanged document exactly once, whatever happens to the others.
   */
  read(scope: CountyScope, request: PageRequest): Promise<DocumentsPage>
}

/** A reader of pages for certain queries. */
export type QueryReader = PageReader & {
  /** Whether this reader knows every filter of the query. */
  canRead(filters: PageFilters): boolean
}

/**
 * One reader out of several: the first that knows every filter of a query reads it.
 * @throws where no reader does: a filter that nobody applies would show too much.
 */
export function chooseReader(readers: readonly QueryReader[]): PageReader {
  return {
    read(scope, request) {
      const { page: _page, pageSize: _pageSize, after: _after, before: _before, ...filters } = request
      const reader = readers.find(({ canRead }) => canRead(filters))
      if (!reader) throw new Error(`No reader of pages knows all of: ${Object.keys(filters).join(', ')}`)
      return reader.read(scope, request)
    },
  }
}
