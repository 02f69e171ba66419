import { refusalWithout } from '@portal/contract/access/access-errors.ts'
import { SECOND_FACTOR_NEEDED, SIGN_IN_FIRST } from '@portal/contract/common-errors.ts'
import type { Right } from '@portal/contract/access/rights.ts'
import type { Kysely } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { failure } from '../../engines/http/errors.ts'
import type { Person } from '../access/actor.ts'
import type { PersonContext } from '../access/context.ts'
import { isOver, rulesOfSessions } from './session-bounds.ts'
import { findActiveSessionById } from './session.repository.ts'

/**
 * Who asks, as they may by now, by the rules that let them in: since their call came in, somebody may have acted on them, or
 * ended their session. What is to hold until a transaction ends needs their account held before.
 * @throws PortalError 401 for whose session has ended, and who is disabled or gone, 403 for who has lost the right or has to
 * give a second factor first.
 */
export async function reloadActor(
  db: Kysely<DB>,
  { context, right }: { context: PersonContext; right: Right },
): Promise<Person> {
  const { settings, clock, actor } = context
  const now = clock.now()
  const { id } = actor.session
  const session = await findActiveSessionById(db, { id, ...rulesOfSessions(settings, now) })
  if (!session || isOver(session, { settings, now })) throw failure(SIGN_IN_FIRST)
  const { person, factorNeeded } = session
  if (factorNeeded !== null) throw failure(SECOND_FACTOR_NEEDED)
  if (!person.rights.has(right)) throw failure(refusalWithout(right))
  return person
}
