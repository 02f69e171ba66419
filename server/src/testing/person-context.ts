import type { Role } from '@portal/contract/access/roles.ts'
import type { AnonymousContext, PersonContext, World } from '../records/context.ts'
import { accessOf } from '../records/access/rights.ts'

const CALLER = { address: '192.0.2.1', isOfProxy: false, requestId: 'test' }

type Who = { accountId: number; email: string; role?: Role; isAdmin?: boolean; countyId?: number | null }

/** A context like that of a person's call. */
export function contextOfPerson(
  world: World,
  { accountId, email, isAdmin = false, role = isAdmin ? 'administrator' : 'user', countyId = null }: Who,
): PersonContext {
  const ownCounty = countyId === null ? null : { id: countyId, name: 'Reeves' }
  const countyIds = countyId === null ? [] : [countyId]
  const person = { accountId, email, role, ...accessOf({ role, countyIds }), ownCounty }
  const session = { id: 1, provenAt: world.clock.now() }
  return { ...world, actor: { kind: 'person', caller: CALLER, person, session } }
}

/** A context like that of an anonymous call. */
export function anonymousContext(world: World, address = CALLER.address): AnonymousContext {
  return { ...world, actor: { kind: 'anonymous', caller: { ...CALLER, address } } }
}
