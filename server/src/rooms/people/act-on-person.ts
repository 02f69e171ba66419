import { PERSON_CHANGED, PERSON_NOT_FOUND } from '@portal/contract/people/people-errors.ts'
import type { Person as ListedPerson } from '@portal/contract/people/people.ts'
import type { Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { failure } from '../../engines/http/errors.ts'
import { lockActorAndTarget } from '../../records/accounts/base/account-locks.repository.ts'
import { reloadActor } from '../../records/sessions/reload-actor.ts'
import { admitAttempt } from '../../engines/throttle/throttle.ts'
import { repeatedActLimits } from '../../records/audit/repeated-acts.limits.ts'
import type { PersonContext } from '../../records/context.ts'
import { viewerOf, toPerson, toSubject } from './people.models.ts'
import { mayActOn, type PeopleManager } from './people.policy.ts'
import { readPerson, type PersonRow } from './people.repository.ts'

export type Target = {
  readonly userId: number
  /** The versions that the caller may have seen. Undefined means any version, so the last write wins. */
  readonly ifMatch: readonly string[] | undefined
  /** Decides whether the caller may act. The default is the right to change the person. */
  readonly may?: typeof mayActOn
}

type Act = (transaction: Transaction<DB>, row: PersonRow, by: PeopleManager) => Promise<unknown>

/**
 * Locks the caller and a person, acts on the person, and returns the person afterwards.
 * @throws PortalError 401 or 403 if the caller lost the right by then; 404 if the person does not exist or the caller
 * may not see them; 403 if the caller may only see them; 409 with the current person if `ifMatch` lacks the current
 * version; 429 after too many acts of one caller; and whatever `act` throws.
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
