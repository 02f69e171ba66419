import {
  listOwnerAttachments,
  listOwners,
  OWNER_COLUMNS,
  OWNER_FILE_COUNTS,
  type OwnerFileCounts,
} from '@portal/contract/owners/owners.ts'
import type { Endpoint } from '@portal/contract/endpoint.ts'
import { queryOptions } from '@tanstack/react-query'
import { apiUrl } from '../../lib/api-base.ts'
import { handleUnauthorized, call, failureOf, noAnswerError } from '../../lib/call.ts'
import { currentPeriod, currentSessionKey } from '../../lib/signed-out.ts'
import type { OwnerRoll } from './roll/owner-roll.ts'
import { createSelectView, type SelectView } from './roll/owner-view.ts'
import { readAttachments } from './owners.wire.ts'
import type { Outcome, ReadWork } from './owners-work.ts'
import type { OwnersWorker } from './owners-worker-client.ts'

/** The call has no error sentence of its own: the screen says that the list could not be loaded. */
const ROLL_CALL: Endpoint = listOwners

/** Milliseconds. A large roll takes about 40 MB of memory, and the browser caches the response anyway. */
const ROLL_GC_TIME_MS = 10_000

/** The county and year of a roll; a null county means the session's. */
export type RollKey = { readonly countyId: number | null; readonly year: number }

export type LoadedRoll = {
  readonly roll: OwnerRoll
  readonly selectView: SelectView
  readonly etag: string | null
}
export type LoadedCounts = {
  readonly byParty: ReadonlyMap<number, number>
  readonly etag: string | null
}

/** The rows of a county and year. Requested each time the screen opens, but not parsed again if unchanged. */
export function rollQuery(key: RollKey, worker: OwnersWorker) {
  return queryOptions({
    queryKey: ['owners', 'roll', key.countyId, key.year],
    queryFn: async ({ signal, client, queryKey }): Promise<LoadedRoll> => {
      const known = client.getQueryData<LoadedRoll>(queryKey)
      const outcome = await read(worker, { kind: 'roll', key, knownEtag: known?.etag ?? null, signal })
      if (outcome.kind === 'unchanged' && known) return known
      if (outcome.kind !== 'roll') throw noAnswerError(ROLL_CALL)
      return { roll: outcome.roll, selectView: createSelectView(outcome.roll), etag: outcome.etag }
    },
    staleTime: 0,
    gcTime: ROLL_GC_TIME_MS,
    structuralSharing: false,
  })
}

/** The number of files per owner. Separate from the rows, because it changes with every link. */
export function countsQuery(key: RollKey, worker: OwnersWorker) {
  return queryOptions({
    queryKey: ['owners', 'counts', key.countyId, key.year],
    queryFn: async ({ signal, client, queryKey }): Promise<LoadedCounts> => {
      const known = client.getQueryData<LoadedCounts>(queryKey)
      const outcome = await read(worker, { kind: 'counts', key, knownEtag: known?.etag ?? null, signal })
      if (outcome.kind === 'unchanged' && known) return known
      if (outcome.kind !== 'counts') throw noAnswerError(ROLL_CALL)
      return { byParty: countsByParty(outcome.counts), etag: outcome.etag }
    },
    staleTime: 0,
    gcTime: ROLL_GC_TIME_MS,
    structuralSharing: false,
  })
}

/** The owner and year of the attachments; the county is that of the row. */
export type OwnerKey = {
  readonly ownerNbr: number
  readonly appraisalYear: number
  readonly countyId?: number
}

/** The documents linked to an owner in a year. */
export function attachmentsQuery(owner: OwnerKey) {
  return queryOptions({
    queryKey: ['owners', 'attachments', owner],
    queryFn: async ({ signal }) =>
      readAttachments(await call(listOwnerAttachments, { query: owner, signal })),
    staleTime: 0,
    gcTime: 0,
  })
}

type RollRequest = Pick<ReadWork, 'kind' | 'knownEtag'> & {
  readonly key: RollKey
  readonly signal: AbortSignal
}

const FORMS = {
  roll: { accept: OWNER_COLUMNS, name: 'columns' },
  counts: { accept: OWNER_FILE_COUNTS, name: 'counts' },
} as const

/**
 * Reads one form of the roll outside the page's main thread.
 * @throws CallError, or the signal's reason.
 */
async function read(worker: OwnersWorker, { kind, key, knownEtag, signal }: RollRequest): Promise<Outcome> {
  const { accept, name } = FORMS[kind]
  // Browsers cache one response per address, whatever it varies by, so each form has an address of its own.
  const query = { appraisalYear: key.year, countyId: key.countyId ?? undefined, form: name }
  const url = new URL(apiUrl(listOwners, { query }), location.href).href
  const [sentIn, sentWith] = [currentPeriod(), currentSessionKey()]
  const outcome = await worker.run({ kind, url, accept, knownEtag }, { signal })
  if (outcome.kind === 'no answer') throw noAnswerError(ROLL_CALL)
  if (outcome.kind !== 'refused') return outcome
  if (outcome.refusal.status === 401) handleUnauthorized(listOwners, sentIn, sentWith)
  throw failureOf(ROLL_CALL, outcome.refusal)
}

function countsByParty({ OwnerNbr, FileCount }: OwnerFileCounts): ReadonlyMap<number, number> {
  return new Map(OwnerNbr.map((partyNumber, at) => [partyNumber, FileCount[at] ?? 0]))
}
