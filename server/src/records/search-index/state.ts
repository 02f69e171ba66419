import type { AccountLimiter } from '../../engines/http/account-limiter.ts'
import type { PageTexts } from './page-texts.ts'
import type { SearchIndex } from './search-index.ts'

/** State of the search that lives longer than one call. */
export type SearchState = {
  readonly searchIndex: SearchIndex
  readonly pageTexts: PageTexts
  /** Bounds the searches of one person. */
  readonly searchLimiter: AccountLimiter
}
