import { refusalWithout } from '@portal/contract/access/access-errors.ts'
import { SECOND_FACTOR_NEEDED, SIGN_IN_FIRST } from '@portal/contract/common-errors.ts'
import type { Right } from '@portal/contract/access/rights.ts'
import type { Kysely } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { failure } from '../../engines/http/errors.ts'
import type { Person } from '../access/actor.ts'
import type { PersonContext } from '../access/context.ts'
import { reloadTokenOwner } from '../tokens/admit-token.ts'
import { isOver, rulesOfSessions } from './session-bounds.ts'
import { findActiveSessionById } from './session.repository.ts'

/**
 * Reloads the actor by the rules that admitted them. Since the call began, their account may have changed or their
 * session ended. Lock their account first if the result must hold until a transaction ends.
 * @throws PortalError 401 if the session has ended, the token was revoked, or the person is disabled or gone; 403 if they lost the named
 * right or must give a second factor first.
 */
export async function reloadActor(
  db: Kysely<DB>,
  { context, right }: { context: PersonContext; right?: Right },
): Promise<Person> {
  const { token, caller } = context.actor
  const person = token
    ? await reloadTokenOwner(db, { world: context, id: token.id, caller })
    : await reloadSessionOwner(db, context)
  if (right !== undefined && !person.rights.has(right)) throw failure(refusalWithout(right))
  return person
}

async function reloadSessionOwner(
  db: Kysely<DB>,
  { settings, clock, actor }: PersonContext,
): Promise<Person> {
  const now = clock.now()
  const { id } = actor.session
  const session = await findActiveSessionById(db, { id, ...rulesOfSessions(settings, now) })
  if (!session || isOver(session, { settings, now })) throw failure(SIGN_IN_FIRST)
  if (session.factorNeeded !== null) throw failure(SECOND_FACTOR_NEEDED)
  return session.person
}
