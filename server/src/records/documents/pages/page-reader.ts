import type { CountyScope } from '../../access/county.policy.ts'
import type { ListedDocument } from './documents-page.models.ts'

/** They only narrow what the scope shows; one that no document matches leaves none. */
export type PageFilters = {
  readonly categoryId?: number | undefined
  readonly typeId?: number | undefined
  readonly statusId?: number | undefined
  readonly countyId?: number | undefined
}

/** `page` counts from 1. */
export type PageRequest = PageFilters & { readonly page: number; readonly pageSize: number }

/** `total` counts the rows of all pages. */
export type DocumentsPage = { readonly total: number; readonly rows: readonly ListedDocument[] }

/** Where the documents list gets its pages; the list does not know how they are found. */
export type PageReader = {
  /**
   * A page with the exact total of all its pages, both of one moment.
   * Order: status priority, then newest upload, then higher id. A page past the end has no rows.
   */
  read(scope: CountyScope, request: PageRequest): Promise<DocumentsPage>
}
