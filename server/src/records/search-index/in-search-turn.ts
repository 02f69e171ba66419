import { SEARCH_TIMEOUT } from '@portal/contract/search/search-errors.ts'
import type { Engines } from '../../engines/engines.ts'
import { failure } from '../../engines/http/errors.ts'
import type { PersonContext } from '../access/context.ts'
import { reloadActor } from '../sessions/reload-actor.ts'
import { SearchTimeout } from './search-index.ts'
import type { SearchState } from './state.ts'

/**
 * Runs a search in the caller's turn. After a wait, the rights of that moment decide. `signal` ends the wait.
 * @throws PortalError 429, 401 if the session has ended during the wait, and 400 for a search that takes too long; the
 * reason of `signal`.
 */
export async function inSearchTurn<World extends Engines & SearchState, T>(
  call: PersonContext<World>,
  search: (context: PersonContext<World>) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const { searchLimiter, actor, database } = call
  let hasWaited = false
  const work = async () => {
    if (!hasWaited) return search(call)
    const person = await reloadActor(database.kysely, { context: call })
    return search({ ...call, actor: { ...actor, person } })
  }
  const waiting = { signal, onWait: () => void (hasWaited = true) }
  return searchLimiter.run(actor.person.accountId, work, waiting).catch((error: unknown) => {
    throw error instanceof SearchTimeout ? failure(SEARCH_TIMEOUT) : error
  })
}
