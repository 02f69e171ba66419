import type { Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { admitAttempt } from '../../engines/throttle/throttle.ts'
import { repeatedActLimits } from '../../records/audit/repeated-acts.limits.ts'
import type { PersonContext } from '../../records/context.ts'
import { reloadActor } from '../../records/sessions/reload-actor.ts'

type Act = Parameters<typeof repeatedActLimits>[1]

type Work<T> = (transaction: Transaction<DB>, context: PersonContext) => Promise<T>

/**
 * Runs changes of one person one after the other, without a connection for those that wait. A call may wait for half a
 * minute, so `work` gets the caller as they are after it.
 * @throws PortalError 401 if their session has ended by then, 429 after too many acts, and what `work` throws.
 */
export async function inOwnTurn<T>(context: PersonContext, act: Act, work: Work<T>): Promise<T> {
  const { actor, database, lockLimiter } = context
  await admitAttempt(context, repeatedActLimits(actor, act))
  return lockLimiter.run(actor.person.accountId, () =>
    database.kysely.transaction().execute(async (transaction) => {
      const person = await reloadActor(transaction, { context })
      return work(transaction, { ...context, actor: { ...actor, person } })
    }),
  )
}
