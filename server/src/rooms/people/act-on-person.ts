import { PERSON_CHANGED, PERSON_NOT_FOUND } from '@portal/contract/people/people-errors.ts'
import type { Person as ListedPerson } from '@portal/contract/people/people.ts'
import type { Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { failure } from '../../engines/http/errors.ts'
import { lockActorAndTarget } from '../../records/accounts/accounts.repository.ts'
import { reloadActor } from '../../records/sessions/reload-actor.ts'
import { admitAttempt } from '../../engines/throttle/throttle.ts'
import { repeatedActLimits } from '../../records/audit/repeated-acts.limits.ts'
import type { PersonContext } from '../../records/context.ts'
import { viewerOf, toPerson, toSubject } from './people.models.ts'
import { mayActOn, type PeopleManager } from './people.policy.ts'
import { readPerson, type PersonRow } from './people.repository.ts'

export type Target = {
  /** Who is acted on. */
  readonly userId: number
  /** In which versions the caller may have seen them; undefined is any: the last write wins. */
  readonly ifMatch: readonly string[] | undefined
  /** Who may do it; undefined is who may change them. */
  readonly may?: typeof mayActOn
}

type Act = (transaction: Transaction<DB>, row: PersonRow, by: PeopleManager) => Promise<unknown>

/**
 * Acts on a person who is held meanwhile, as is who acts, and returns them as they then are.
 * @throws PortalError 401 and 403 for who may not act any more, once it is their turn; 404 for who is not to be seen, exactly as for who is not there; 403 for who is only to be seen; 409
 * with the person as they are where another version was seen; and what `act` throws; 429 for too many acts of one person.
 */
export async function actOnPerson(
  context: PersonContext,
  { userId, ifMatch, may = mayActOn }: Target,
  act: Act,
): Promise<ListedPerson> {
  const { database, lockLimiter, jobs, actor, settings } = context
  const { person } = actor
  const who = { id: userId, rule: settings }
  const actInTurn = () =>
    database.kysely.transaction().execute(async (transaction) => {
      await lockActorAndTarget(transaction, { by: person.accountId, on: userId })
      const by = await reloadActor(transaction, { context, right: 'people.manage' })
      const row = await readPerson(transaction, who)
      if (!row) throw failure(PERSON_NOT_FOUND)
      const refusal = may(by, toSubject(row))
      if (refusal) throw failure(refusal)
      const look = viewerOf(context, by)
      const current = toPerson(row, look)
      if (ifMatch?.includes(current.version) === false) throw failure(PERSON_CHANGED, { current })
      await act(transaction, row, by)
      return toPerson((await readPerson(transaction, who)) ?? row, look)
    })
  await admitAttempt(context, repeatedActLimits(actor, 'act on a person'))
  const acted = await lockLimiter.run(person.accountId, actInTurn)
  jobs.wake()
  return acted
}
