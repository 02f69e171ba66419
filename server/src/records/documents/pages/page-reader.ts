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

/** `total` counts the rows of all pages. */
export type DocumentsPage = {
  readonly total: number
  readonly rows: readonly ListedDocument[]
  /** Where the next page begins and the previous one ends; undefined where there is none. */
  readonly next?: ListPosition | undefined
  readonly previous?: ListPosition | undefined
}

/** Where the documents list gets its pages; the list does not know how they are found. */
export type PageReader = {
  /**
   * A page with the exact total of all its pages, both of one moment.
   * Order: status priority, then newest upload, then higher id. A page past the end has no rows.
   * Whoever goes on by positions meets every document that stays as it is once, whatever happens to the others.
   */
  read(scope: CountyScope, request: PageRequest): Promise<DocumentsPage>
}
