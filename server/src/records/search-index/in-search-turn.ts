import type { Engines } from '../../engines/engines.ts'
import type { PersonContext } from '../access/context.ts'
import { reloadActor } from '../sessions/reload-actor.ts'
import type { SearchState } from './state.ts'

/**
 * Runs a search in the caller's turn. After a wait, the rights of that moment decide. `signal` ends the wait.
 * @throws PortalError 429, and 401 if the session has ended during the wait; the reason of `signal`.
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
  return searchLimiter.run(actor.person.accountId, work, { signal, onWait: () => void (hasWaited = true) })
}
