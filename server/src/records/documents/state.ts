import type { Places } from '../../engines/limiter/places.ts'
import type { PageReader } from './pages/page-reader.ts'

/** What documents remember between calls. */
export type DocumentsState = {
  readonly documentPages: PageReader
  /** Of open downloads, by account. */
  readonly downloadPlaces: Places<number>
}
