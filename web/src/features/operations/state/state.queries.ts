import { getState, type PortalState } from '@portal/contract/operations/state.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../lib/call.ts'
import { fieldsOf, rowsOf, UnreadableAnswer } from '../../../lib/wire.ts'

/** Milliseconds. The server checks its parts once in 5 seconds; the screen refreshes every minute. */
const EVERY_MS = 60_000

export const stateQuery = queryOptions({
  queryKey: ['state'],
  queryFn: async ({ signal }) => readState(await call(getState, { signal })),
  staleTime: 0,
  refetchInterval: EVERY_MS,
  throwOnError: (error) => error instanceof UnreadableAnswer,
})

/** A missing part did not respond. */
function readState(answer: PortalState): PortalState {
  const { at, version, health, database, store, quarantine, people, clock, disk, backup, nightCheck, texts } =
    fieldsOf(answer)
  return {
    at: at ?? '',
    version: version ?? '',
    health: health ? withScreens(health) : null,
    database: database ?? null,
    store: store ?? null,
    quarantine: quarantine ?? null,
    people: people ?? null,
    clock: clock ?? { kept: 'unknown', aheadMs: 0 },
    disk: disk ?? null,
    backup: backup ?? null,
    nightCheck: nightCheck ?? null,
    texts: texts ?? null,
  }
}

/** An older release sends no screen. */
function withScreens(health: NonNullable<PortalState['health']>): PortalState['health'] {
  rowsOf(health.warnings)
  const warnings = health.warnings.map((each) => ({ ...each, screen: each.screen ?? null }))
  return { ...health, warnings }
}
