import type { Places } from '../../engines/limiter/places.ts'

/** The state of exports between calls. */
export type ExportsState = {
  /** The exports that run at the same time, by account: each holds a connection to the database. */
  readonly exportPlaces: Places<number>
}

/** At the same time on one server. */
export const MAX_EXPORTS = 2
