import type { InjectOptions } from 'fastify'
import { sees, type Who } from './everybody.ts'
import type { Place } from './place.ts'

/** How a call of the contract is made, and its response to admitted callers. */
export type Line = {
  /** The call on the objects of a place. */
  readonly ask: (place: Place) => InjectOptions
  /** The same call on the own place that names objects of another. */
  readonly across?: (own: Place, other: Place) => InjectOptions
  /** The status for an admitted caller, on the place with this county. */
  readonly status: (who: Who, countyId: number) => number
  /** It ends or changes its session or another one of its person, so it runs in its own session. */
  readonly changesSession?: true
  /** It changes nothing, though it is no GET. Its results are compared like those of a GET. */
  readonly onlyReads?: true
  /** Later acts, in the own county too, change its response. */
  readonly tellsOwnActs?: true
}

/** A GET of this path below the API base. */
export const get =
  (path: (place: Place) => string): Line['ask'] =>
  (place) => ({ method: 'GET', url: `/api${path(place)}` })

/** The same status for everyone. */
export const anybody = (status: number) => () => status

/** Success for callers who see the county, 403 for others. */
export const inCounty =
  (done = 200): Line['status'] =>
  (who, countyId) =>
    sees(who, countyId) ? done : 403

/** Success for callers who see the document. For others it does not exist. */
export const onDocument =
  (done = 200, unseen = 404): Line['status'] =>
  (who, countyId) =>
    sees(who, countyId) ? done : unseen

/** For another person's upload: success for callers who may manage it. */
export const onOthersDocument =
  (done = 200, unseen = 404): Line['status'] =>
  (who, countyId) => {
    if (!sees(who, countyId)) return unseen
    return who.rights.has('documents.manage') ? done : 403
  }
