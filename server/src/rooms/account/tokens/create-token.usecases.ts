import {
  MAX_TOKENS,
  TOKEN_COUNTY_INVALID,
  TOKEN_LABEL_REQUIRED,
  TOKEN_NETWORK_INVALID,
  TOO_MANY_TOKENS,
  type ApiToken,
  type createToken,
} from '@portal/contract/account/tokens.ts'
import type { BodyOf } from '@portal/contract/endpoint.ts'
import { MAX_NAME_CHARACTERS } from '@portal/contract/limits.ts'
import { isPlainName, NAME_NOT_PLAIN, NAME_TOO_LONG, tidyName } from '@portal/contract/plain-name.ts'
import type { Transaction } from 'kysely'
import { isAddressOrNetwork } from '../../../engines/config/setting-schemas.ts'
import type { DB } from '../../../engines/database/generated/db.d.ts'
import { failure } from '../../../engines/http/errors.ts'
import { admitAttempt, DAY_MS } from '../../../engines/throttle/throttle.ts'
import { maySeeCounty } from '../../../records/access/county.policy.ts'
import { lockAccountById } from '../../../records/accounts/base/account-locks.repository.ts'
import { mailSignInChange } from '../../../records/accounts/notices/enqueue-notices.ts'
import { recordAudit } from '../../../records/audit/record.ts'
import { repeatedActLimits } from '../../../records/audit/repeated-acts.limits.ts'
import type { PersonContext } from '../../../records/context.ts'
import { reloadActor } from '../../../records/sessions/reload-actor.ts'
import { newTokenSecret } from '../../../records/tokens/token-secret.ts'
import { countTokens, insertToken, listLiveTokens } from '../../../records/tokens/tokens.repository.ts'
import { toApiToken } from './tokens.models.ts'

type Wanted = BodyOf<typeof createToken>

type Checked = Pick<Wanted, 'label' | 'rights' | 'expiresInDays'> & {
  readonly countyIds: readonly number[] | null
  readonly networks: readonly string[]
}

/** The token, and its secret, which the portal does not store. */
type Created = { readonly token: ApiToken; readonly secret: string }

/**
 * Creates an API token for the user, and queues an e-mail to them (R27.1–R27.3).
 * @throws PortalError 400 for a wrong label, county or network; 401 if the session has ended; 409 with 20 tokens; 429
 * after too many attempts.
 */
export async function createOwnToken(context: PersonContext, wanted: Wanted): Promise<Created> {
  const label = readLabel(wanted.label)
  const networks = wanted.networks ?? []
  if (!networks.every(isAddressOrNetwork)) throw failure(TOKEN_NETWORK_INVALID)
  const { hasCounty } = await context.dictionaries.names()
  const countyIds = wanted.countyIds ? [...new Set(wanted.countyIds)] : null
  if (countyIds !== null && !countyIds.every(hasCounty)) throw failure(TOKEN_COUNTY_INVALID)
  await admitAttempt(context, repeatedActLimits(context.actor, 'API token'))
  const created = await context.database.kysely
    .transaction()
    .execute((transaction) => store(context, transaction, { ...wanted, label, networks, countyIds }))
  context.jobs.wake()
  return created
}

function readLabel(typed: string): string {
  const label = tidyName(typed)
  if (label === '') throw failure(TOKEN_LABEL_REQUIRED)
  if (!isPlainName(label)) throw failure(NAME_NOT_PLAIN)
  if (Array.from(label).length > MAX_NAME_CHARACTERS) throw failure(NAME_TOO_LONG)
  return label
}

async function store(
  context: PersonContext,
  transaction: Transaction<DB>,
  { label, rights, expiresInDays, countyIds, networks }: Checked,
): Promise<Created> {
  const { accountId } = context.actor.person
  await lockAccountById(transaction, accountId)
  // Their counties may have changed since the call began.
  const person = await reloadActor(transaction, { context })
  if (!(countyIds ?? []).every((id) => maySeeCounty(person, id))) throw failure(TOKEN_COUNTY_INVALID)
  const now = context.clock.now()
  if ((await countTokens(transaction, { accountId, now })) >= MAX_TOKENS) throw failure(TOO_MANY_TOKENS)
  const { secret, ...stored } = newTokenSecret()
  const tokenId = await insertToken(transaction, {
    ...stored,
    accountId,
    label,
    mayWrite: rights === 'read and write',
    countyIds,
    networks,
    createdAt: now,
    expiresAt: new Date(now.getTime() + expiresInDays * DAY_MS),
  })
  const [row] = await listLiveTokens(transaction, { now, most: 1, accountId })
  if (!row) throw new Error('An API token is missing after it was stored.')
  const token = toApiToken(row)
  await recordAudit(transaction, context, {
    action: 'token.created',
    subject: { kind: 'account', id: accountId },
    after: { tokenId, label, rights, countyIDs: countyIds, networks: token.networks, expires: token.expires },
  })
  await mailSignInChange(transaction, context, {
    email: person.email,
    change: 'token-created',
    token: { label, ending: stored.ending },
  })
  return { token, secret }
}
