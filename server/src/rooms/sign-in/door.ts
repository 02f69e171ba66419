import { refusalWithout } from '@portal/contract/access/access-errors.ts'
import { PROOF_REQUIRED, SECOND_FACTOR_NEEDED, SIGN_IN_FIRST } from '@portal/contract/common-errors.ts'
import type { Endpoint } from '@portal/contract/endpoint.ts'
import type { Request } from '../../engines/http/app-types.ts'
import { failure } from '../../engines/http/errors.ts'
import type { Door } from '../../engines/http/serve.ts'
import type { AnonymousContext, PersonContext, World } from '../../records/context.ts'
import type { FactorNeeded } from '../../records/sessions/session.repository.ts'
import { findSession } from '../../records/sessions/session.ts'

/** Milliseconds that a proof of who somebody is counts for acts that ask for one. */
const PROOF_LIFETIME_MS = 10 * 60_000

/**
 * The one way into a use case from the network. Anybody is let in to a public call, to all others only who has a
 * session, and to those that need a right only who holds it; to those that need a proof only who has just given one. Whose
 * role has to sign in with a second factor, and who has not done so, is let in to what leads there and to nothing else.
 * @throws PortalError 401 and 403.
 */
export function createDoor(world: World): Door<AnonymousContext, PersonContext> {
  return async (request: Request, { access, needsProof, beforeSecondFactor }) => {
    const { callerAddress: address, isOfProxy, id: requestId } = request
    const caller = { address, isOfProxy, requestId }
    if (access === 'public') return { ...world, actor: { kind: 'anonymous', caller } }
    const session = await findSession(world, request)
    if (!session) throw failure(SIGN_IN_FIRST)
    const { person, id, provenAt, factorNeeded } = session
    if (!isOpenBefore(factorNeeded, beforeSecondFactor)) throw failure(SECOND_FACTOR_NEEDED)
    if (access !== 'session' && !person.rights.has(access)) throw failure(refusalWithout(access))
    if (needsProof && !isFresh(provenAt, world.clock.now())) throw failure(PROOF_REQUIRED)
    return { ...world, actor: { kind: 'person', caller, person, session: { id, provenAt } } }
  }
}

/** Who has a second factor and has not given it sets no other one up: the password alone would do for that. */
function isOpenBefore(needed: FactorNeeded, open: Endpoint['beforeSecondFactor']): boolean {
  return needed === null || open === 'to give' || open === needed
}

function isFresh(provenAt: Date | null, now: Date): boolean {
  return provenAt !== null && now.getTime() - provenAt.getTime() < PROOF_LIFETIME_MS
}
