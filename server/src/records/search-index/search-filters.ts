import type { PageFilters } from '../documents/pages/page-reader.ts'

/** Filters of the documents list that need no search. */
export type SearchFilters = Omit<PageFilters, 'search' | 'order' | 'sort'> & {
  /** The day after the last one, in the firm's time zone, YYYY-MM-DD. */
  readonly receivedBefore?: string | undefined
}
