import { createHash } from 'node:crypto'
import { MAX_PASSKEYS } from '@portal/contract/limits.ts'
import { PASSKEY_NOT_ADDED, TOO_MANY_PASSKEYS, type Passkey } from '@portal/contract/sign-in/passkeys.ts'
import type { PasskeyAttestation, PasskeyCreation } from '@portal/contract/sign-in/webauthn.ts'
import { failure } from '../../../engines/http/errors.ts'
import { admitAttempt } from '../../../engines/throttle/throttle.ts'
import { lockAccountById } from '../../../records/accounts/base/account-locks.repository.ts'
import { mailSignInChange } from '../../../records/accounts/notices/enqueue-notices.ts'
import { recordFactorSetUp } from '../../../records/sessions/own-sessions.repository.ts'
import { readOwnAccount } from '../../../records/accounts/own-account.repository.ts'
import { readOwnPasskeys } from '../../../records/accounts/passkeys/own-passkeys.repository.ts'
import { insertPasskey, type NewPasskey } from '../../../records/accounts/passkeys/passkey.repository.ts'
import { recordAudit } from '../../../records/audit/record.ts'
import type { PersonContext } from '../../../records/context.ts'
import { readName } from '../read-name.ts'
import { ownChallengeLimits } from '../../../records/proofs/sign-in.limits.ts'
import {
  CHALLENGE_LIFETIME_MS,
  holderOfSession,
  newChallenge,
} from '../../../records/proofs/passkeys/challenges.ts'
import { checkAttestation, KEY_KINDS } from './check-attestation.ts'
import { nameOfBrowser, toKnownPasskey } from './passkeys.models.ts'
import { requireRelyingParty, type RelyingParty } from '../../../records/proofs/passkeys/relying-party.ts'

/**
 * Requests a new passkey that the device itself can find at a sign-in, and that it uses only after it has verified the
 * user.
 * @throws PortalError 409 if browsers allow no passkeys here or the user has too many; 429 after very many requests.
 */
export async function beginPasskey(context: PersonContext): Promise<PasskeyCreation> {
  const { database, settings, actor } = context
  const { accountId, email } = actor.person
  const party = requireRelyingParty(settings)
  const known = await readOwnPasskeys(database.kysely, accountId)
  if (known.length >= MAX_PASSKEYS) throw failure(TOO_MANY_PASSKEYS)
  await admitAttempt(context, ownChallengeLimits(actor.person))
  const { name } = await readOwnAccount(database.kysely, accountId)
  return {
    rp: { id: party.id, name: settings.company.name },
    user: {
      id: userHandleOf(party, accountId).toString('base64url'),
      name: email,
      displayName: name || email,
    },
    challenge: await newChallenge(context, { holder: holderOfSession(actor.session.id), purpose: 'adding' }),
    pubKeyCredParams: KEY_KINDS.map((alg) => ({ type: 'public-key', alg })),
    timeout: CHALLENGE_LIFETIME_MS,
    excludeCredentials: known.map(toKnownPasskey),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    attestation: 'none',
  }
}

/**
 * The user handle of an account: a device stores one passkey per handle. It includes the origin, so that several
 * portals on one machine have different handles.
 */
function userHandleOf({ origin }: RelyingParty, accountId: number): Buffer {
  return createHash('sha256').update(`${origin} account ${accountId}`).digest()
}

type Addition = { passkey: PasskeyAttestation; name: string; userAgent: string | null }

/**
 * Stores the passkey that the device made.
 * @throws PortalError 400 if it does not match the request or already exists; 409 if the user has too many.
 */
export async function addPasskey(
  context: PersonContext,
  { passkey, name: typed, userAgent }: Addition,
): Promise<Passkey> {
  const { clock, settings, actor } = context
  const party = requireRelyingParty(settings)
  const name = readName(typed, settings) || nameOfBrowser(userAgent)
  const use = { holder: holderOfSession(actor.session.id), purpose: 'adding' } as const
  const made = await checkAttestation(context, passkey, { party, use })
  if (!made) throw failure(PASSKEY_NOT_ADDED)
  const { accountId } = actor.person
  const added = { ...made, accountId, userHandle: userHandleOf(party, accountId), name, now: clock.now() }
  const id = await keep(context, added)
  context.jobs.wake()
  return { id, name, added: added.now.toISOString(), lastUsed: null, isBackedUp: made.isBackedUp }
}

async function keep(context: PersonContext, added: NewPasskey): Promise<number> {
  const { accountId, name } = added
  return context.database.kysely.transaction().execute(async (transaction) => {
    await lockAccountById(transaction, accountId)
    if ((await readOwnPasskeys(transaction, accountId)).length >= MAX_PASSKEYS)
      throw failure(TOO_MANY_PASSKEYS)
    const id = await insertPasskey(transaction, added)
    if (id === null) throw failure(PASSKEY_NOT_ADDED)
    await recordFactorSetUp(transaction, { id: context.actor.session.id, accountId, given: 'passkey' })
    await recordAudit(transaction, context, {
      action: 'passkey.added',
      subject: { kind: 'account', id: accountId },
      after: { passkeyId: id, name },
    })
    const { email } = context.actor.person
    await mailSignInChange(transaction, context, { email, change: 'passkey-added' })
    return id
  })
}
