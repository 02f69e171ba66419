import { ADMINISTRATORS_ONLY, SIGN_IN_FIRST } from '@portal/contract/common-errors.ts'
import type { Access } from '@portal/contract/endpoint.ts'
import type { Request } from '../../engines/http/app-types.ts'
import { failure } from '../../engines/http/errors.ts'
import type { Door } from '../../engines/http/serve.ts'
import type { AnonymousContext, PersonContext, World } from '../../records/context.ts'
import { findPerson } from './session.ts'

/**
 * The one way into a use case from the network. Anybody is let in to a public call, to all others only who has a
 * session, and to those that need a right only who holds it.
 * @throws PortalError 401 and 403.
 */
export function createDoor(world: World): Door<AnonymousContext, PersonContext> {
  return async (request: Request, access: Access) => {
    const { callerAddress: address, isOfProxy, id: requestId } = request
    const caller = { address, isOfProxy, requestId }
    if (access === 'public') return { ...world, actor: { kind: 'anonymous', caller } }
    const person = await findPerson(world, request)
    if (!person) throw failure(SIGN_IN_FIRST)
    if (access !== 'session' && !person.rights.has(access)) throw failure(ADMINISTRATORS_ONLY)
    return { ...world, actor: { kind: 'person', caller, person } }
  }
}
