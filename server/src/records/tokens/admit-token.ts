import { TOKEN_REFUSED } from '@portal/contract/access/token-errors.ts'
import { refusalOfToken } from '@portal/contract/access/token-calls.ts'
import type { Endpoint } from '@portal/contract/endpoint.ts'
import type { Kysely } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import type { Engines } from '../../engines/engines.ts'
import { failure, type PortalError } from '../../engines/http/errors.ts'
import { networkOf } from '../../engines/http/network.ts'
import { bucketOf, countIfAllowed, HOUR_MS, MINUTE_MS } from '../../engines/throttle/throttle.ts'
import type { Caller, Person, PersonActor } from '../access/actor.ts'
import { recordAudit } from '../audit/record.ts'
import { hashSecret } from './token-secret.ts'
import { personOf, problemOf, type TokenProblem } from './token.policy.ts'
import {
  findTokenById,
  findTokenBySecret,
  touchToken,
  type SignInRules,
  type TokenRow,
} from './tokens.repository.ts'

/** Minimum time between two writes of a token's last use. */
const TOUCH_INTERVAL_MS = MINUTE_MS

/** Log lines about unknown tokens of one network in an hour. */
const MAX_WARNINGS_PER_HOUR = 10

/** No session has this id, so that whatever needs a session fails. */
const NO_SESSION = { id: 0, provenAt: null } as const

type CallWithToken = {
  readonly secret: string
  readonly caller: Caller
  readonly call: Pick<Endpoint, 'access' | 'method' | 'path' | 'isRead' | 'needsProof'>
}

/**
 * The actor of a call with an API token: its owner, within the limits of the token.
 * @throws PortalError 401 for a token that does not work, 403 for a call that it may not make.
 */
export async function admitToken(
  world: Engines,
  { secret, caller, call }: CallWithToken,
): Promise<PersonActor> {
  const now = world.clock.now()
  const token = await findTokenBySecret(world.database, { secretHash: hashSecret(secret), ...rulesOf(world) })
  if (!token) {
    await warnOfUnknownToken(world, caller)
    throw refusedToken()
  }
  const problem = problemOf(token, { now, caller })
  if (problem !== null) {
    await recordRefusedToken(world, { token, problem, caller })
    throw refusedToken()
  }
  const { id, label, mayWrite, countyIds } = token
  const isOfCounties = countyIds !== null
  const refusal = refusalOfToken(call, { mayWrite, isOfCounties })
  if (refusal) throw failure(refusal)
  touchLater(world, { token, now, address: caller.address })
  return {
    kind: 'person',
    caller,
    person: personOf(token),
    session: NO_SESSION,
    token: { id, label, isOfCounties },
  }
}

/**
 * The owner of an admitted token, by the rules that admitted it, as they are now.
 * @throws PortalError 401 if the token does not work any more.
 */
export async function reloadTokenOwner(
  db: Kysely<DB>,
  { world, id, caller }: { readonly world: Pick<Engines, 'settings' | 'clock'>; id: number; caller: Caller },
): Promise<Person> {
  const token = await findTokenById(db, { id, ...rulesOf(world) })
  if (!token || problemOf(token, { now: world.clock.now(), caller }) !== null) throw refusedToken()
  return personOf(token)
}

function rulesOf({ settings }: Pick<Engines, 'settings'>): SignInRules {
  return { factorRequired: settings.secondFactorRequired, issuers: settings.issuers }
}

function refusedToken(): PortalError {
  return failure(TOKEN_REFUSED, { headers: { 'www-authenticate': 'Bearer' } })
}

type Use = { readonly token: TokenRow; readonly now: Date; readonly address: string }

/** The call does not wait for this write. */
function touchLater({ database, log }: Engines, { token, now, address }: Use): void {
  const before = new Date(now.getTime() - TOUCH_INTERVAL_MS)
  if (token.lastUsedAt !== null && token.lastUsedAt > before) return
  touchToken(database.kysely, { id: token.id, now, before, address }).catch((error: unknown) =>
    log.warn({ err: error }, 'The use of an API token could not be written.'),
  )
}

type Refused = { readonly token: TokenRow; readonly problem: TokenProblem; readonly caller: Caller }

/**
 * Records that a token was refused, once in an hour for each token, reason and network (R27.9). A program repeats its
 * calls, and each record is permanent.
 */
async function recordRefusedToken(world: Engines, { token, problem, caller }: Refused): Promise<void> {
  const { id, label, accountId } = token
  const bucket = bucketOf('refused API token', String(id), problem, networkOf(caller.address))
  if (!(await countIfAllowed(world, [{ bucket, most: 1, withinMs: HOUR_MS }]))) return
  const context = { ...world, actor: { kind: 'anonymous', caller } as const }
  await world.database.kysely.transaction().execute((transaction) =>
    recordAudit(transaction, context, {
      action: 'token.refused',
      subject: { kind: 'account', id: accountId },
      after: { tokenId: id, label, problem },
    }),
  )
}

/** An unknown token belongs to nobody, so that only the log has it, with a limit for each network (R27.9). */
async function warnOfUnknownToken(world: Engines, caller: Caller): Promise<void> {
  const bucket = bucketOf('unknown API token', networkOf(caller.address))
  if (!(await countIfAllowed(world, [{ bucket, most: MAX_WARNINGS_PER_HOUR, withinMs: HOUR_MS }]))) return
  world.log.warn(caller, 'An unknown API token was refused.')
}
