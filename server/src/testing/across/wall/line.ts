import type { InjectOptions } from 'fastify'
import { sees, type Who } from './everybody.ts'
import type { Place } from './place.ts'

/** How a call of the contract is made, and what it answers whom the door lets in. */
export type Line = {
  /** The call on the things of a place. */
  readonly ask: (place: Place) => InjectOptions
  /** The same call on the things of one's own place that names what is of another. */
  readonly across?: (own: Place, other: Place) => InjectOptions
  /** The answer to somebody who is let in, on the place with this county. */
  readonly status: (who: Who, countyId: number) => number
  /** It ends or alters the session that it is made in, or whose that is: it is tried in one of its own. */
  readonly changesSession?: true
  /** It changes nothing, though it is no GET: what it reads is compared as theirs is. */
  readonly onlyReads?: true
  /** What somebody has done since, in their own county too, changes the answer. */
  readonly tellsOwnActs?: true
}

/** A GET of this path below the API base. */
export const get =
  (path: (place: Place) => string): Line['ask'] =>
  (place) => ({ method: 'GET', url: `/api${path(place)}` })

/** The same answer to everybody. */
export const anybody = (status: number) => () => status

/** Success for whoever sees the county, 403 for others. */
export const inCounty =
  (done = 200): Line['status'] =>
  (who, countyId) =>
    sees(who, countyId) ? done : 403

/** Success for whoever sees the document; for others it does not exist. */
export const onDocument =
  (done = 200, unseen = 404): Line['status'] =>
  (who, countyId) =>
    sees(who, countyId) ? done : unseen

/** What somebody else uploaded: success for whoever manages that. */
export const onOthersDocument =
  (done = 200, unseen = 404): Line['status'] =>
  (who, countyId) => {
    if (!sees(who, countyId)) return unseen
    return who.rights.has('documents.manage') ? done : 403
  }
