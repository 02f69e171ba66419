import { PASSKEY_REFUSED } from '@portal/contract/account/account.ts'
import type { PasskeyAssertion, PasskeyRequest } from '@portal/contract/sign-in/webauthn.ts'
import { failure } from '../../../engines/http/errors.ts'
import { admitAttempt, type Attempt } from '../../../engines/throttle/throttle.ts'
import { readOwnPasskeys } from '../../../records/accounts/passkeys/own-passkeys.repository.ts'
import { recordProof } from '../../../records/sessions/own-sessions.repository.ts'
import { recordAudit } from '../../../records/audit/record.ts'
import type { PersonContext } from '../../../records/context.ts'
import { ownChallengeLimits, passkeyLimits } from '../../../records/proofs/sign-in.limits.ts'
import {
  CHALLENGE_LIFETIME_MS,
  holderOfSession,
  newChallenge,
} from '../../../records/proofs/passkeys/challenges.ts'
import { checkAssertion, type CheckedPasskey } from '../../../records/proofs/passkeys/check-assertion.ts'
import { toKnownPasskey } from './passkeys.models.ts'
import { relyingPartyOf, requireRelyingParty } from '../../../records/proofs/passkeys/relying-party.ts'
import { usePasskey } from '../../../records/proofs/passkeys/use-passkey.ts'

/**
 * Requests one of the user's own passkeys; null if the user has none or browsers allow none here.
 * @throws PortalError 429 after very many requests.
 */
export async function beginPasskeyProof(context: PersonContext): Promise<PasskeyRequest | null> {
  const { database, settings, actor } = context
  const party = relyingPartyOf(settings)
  if (!party) return null
  const known = await readOwnPasskeys(database.kysely, actor.person.accountId)
  if (known.length === 0) return null
  await admitAttempt(context, ownChallengeLimits(actor.person))
  return {
    challenge: await newChallenge(context, { holder: holderOfSession(actor.session.id), purpose: 'proving' }),
    rpId: party.id,
    timeout: CHALLENGE_LIFETIME_MS,
    allowCredentials: known.map(toKnownPasskey),
    userVerification: 'required',
  }
}

/**
 * Proves the user's identity by passkey. The proof counts for this session only.
 * @throws PortalError 403 for a passkey that is not accepted, 429 after too many failures here and at sign-in.
 */
export async function proveByPasskey(context: PersonContext, passkey: PasskeyAssertion): Promise<void> {
  const { person, session, caller } = context.actor
  const party = requireRelyingParty(context.settings)
  const limits = passkeyLimits({ credentialId: passkey.id, callerAddress: caller.address })
  const attempt = await admitAttempt(context, limits)
  const use = { holder: holderOfSession(session.id), purpose: 'proving' } as const
  const checked = await checkAssertion(context, passkey, { party, use })
  const isTheirs = checked?.passkey.accountId === person.accountId
  if (checked && isTheirs && (await note(context, { checked, attempt }))) return
  context.log.warn({ ...caller, accountId: person.accountId }, 'A proof of identity failed.')
  throw failure(PASSKEY_REFUSED)
}

async function note(
  context: PersonContext,
  { checked, attempt }: { checked: CheckedPasskey; attempt: Attempt },
): Promise<boolean> {
  const { person, session } = context.actor
  const { accountId } = person
  return context.database.kysely.transaction().execute(async (transaction) => {
    if (!(await usePasskey(transaction, context, checked))) return false
    const proof = { id: session.id, accountId, given: 'passkey', now: context.clock.now() } as const
    if (!(await recordProof(transaction, proof))) return false
    await attempt.refund(transaction)
    const subject = { kind: 'account', id: accountId } as const
    await recordAudit(transaction, context, { action: 'identity.proven', subject, after: { by: 'passkey' } })
    return true
  })
}
