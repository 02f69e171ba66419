import { refusalWithout } from '@portal/contract/access/access-errors.ts'
import { PROOF_REQUIRED, SECOND_FACTOR_NEEDED, SIGN_IN_FIRST } from '@portal/contract/common-errors.ts'
import type { Endpoint } from '@portal/contract/endpoint.ts'
import type { Request } from '../../engines/http/app-types.ts'
import { failure } from '../../engines/http/errors.ts'
import type { Door } from '../../engines/http/serve.ts'
import type { PersonActor } from '../../records/access/actor.ts'
import type { AnonymousContext, PersonContext, World } from '../../records/context.ts'
import type { FactorNeeded } from '../../records/sessions/session.repository.ts'
import { findSession } from '../../records/sessions/session.ts'
import { admitToken } from '../../records/tokens/admit-token.ts'
import { readTokenSecret } from '../../records/tokens/token-secret.ts'

/** Milliseconds for which a proof of identity is fresh enough for calls that need one. */
const PROOF_LIFETIME_MS = 10 * 60_000

/**
 * Every use case is reached from the network through this function only. A public call admits everyone. Other calls
 * need a session, and maybe a right or a fresh proof of identity. If the role requires a second factor and the session
 * has none, only the calls that give or set up one are open. An API token counts before a cookie, and opens fewer calls.
 * @throws PortalError 401 and 403.
 */
export function createDoor(world: World): Door<AnonymousContext, PersonContext> {
  return async (request: Request, call) => {
    const { access, needsProof, beforeSecondFactor } = call
    const { callerAddress: address, isOfProxy, id: requestId } = request
    const caller = { address, isOfProxy, requestId }
    if (access === 'public') return { ...world, actor: { kind: 'anonymous', caller } }
    const secret = readTokenSecret(request)
    if (secret !== null) return { ...world, actor: await actorOfToken(world, { secret, caller, call }) }
    const session = await findSession(world, request)
    if (!session) throw failure(SIGN_IN_FIRST)
    const { person, id, provenAt, factorNeeded } = session
    if (!isOpenBefore(factorNeeded, beforeSecondFactor)) throw failure(SECOND_FACTOR_NEEDED)
    if (access !== 'session' && !person.rights.has(access)) throw failure(refusalWithout(access))
    if (needsProof && !isFresh(provenAt, world.clock.now())) throw failure(PROOF_REQUIRED)
    return { ...world, actor: { kind: 'person', caller, person, session: { id, provenAt } } }
  }
}

/** @throws PortalError 401 for a token that does not work; 403 for a call that it, or its owner, may not make. */
async function actorOfToken(world: World, asked: Parameters<typeof admitToken>[1]): Promise<PersonActor> {
  const actor = await admitToken(world, asked)
  const { access } = asked.call
  if (access === 'public' || access === 'session' || actor.person.rights.has(access)) return actor
  throw failure(refusalWithout(access))
}

/**
 * A person who has a second factor must give it before setting up another. Otherwise the password alone would be enough
 * to add one.
 */
function isOpenBefore(needed: FactorNeeded, open: Endpoint['beforeSecondFactor']): boolean {
  return needed === null || open === 'to give' || open === needed
}

function isFresh(provenAt: Date | null, now: Date): boolean {
  return provenAt !== null && now.getTime() - provenAt.getTime() < PROOF_LIFETIME_MS
}
