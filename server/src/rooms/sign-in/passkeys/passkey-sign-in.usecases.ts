import { WRONG_PASSKEY } from '@portal/contract/sign-in/passkeys.ts'
import type { PasskeyAssertion, PasskeyRequest } from '@portal/contract/sign-in/webauthn.ts'
import { failure } from '../../../engines/http/errors.ts'
import { ownNetworkOf } from '../../../engines/http/network.ts'
import { admitAttempt, type Attempt } from '../../../engines/throttle/throttle.ts'
import { rememberNetwork } from '../../../records/accounts/known-networks.repository.ts'
import type { AnonymousContext } from '../../../records/context.ts'
import { openSession } from '../open-session.ts'
import { challengeLimits, passkeyLimits } from '../../../records/proofs/sign-in.limits.ts'
import { CHALLENGE_LIFETIME_MS, newChallenge } from '../../../records/proofs/passkeys/challenges.ts'
import { checkAssertion, type CheckedPasskey } from '../../../records/proofs/passkeys/check-assertion.ts'
import { requireRelyingParty } from '../../../records/proofs/passkeys/relying-party.ts'
import { usePasskey } from '../../../records/proofs/passkeys/use-passkey.ts'

/**
 * Requests any passkey of the device. The person enters no name first, so the response reveals no account.
 * @throws PortalError 409 if passkeys are unavailable here, 429 after very many.
 */
export async function beginPasskeySignIn(
  context: AnonymousContext,
  browserHash: Buffer,
): Promise<PasskeyRequest> {
  const party = requireRelyingParty(context.settings)
  await admitAttempt(context, challengeLimits(context.actor.caller.address))
  return {
    challenge: await newChallenge(context, { holder: browserHash, purpose: 'signing in' }),
    rpId: party.id,
    timeout: CHALLENGE_LIFETIME_MS,
    allowCredentials: [],
    userVerification: 'required',
  }
}

type PasskeySignIn = {
  passkey: PasskeyAssertion
  /** The session that the browser had until now. It ends. */
  oldToken: string | null
  /** The browser that the challenge must belong to. */
  browserHash: Buffer | null
  userAgent: string | null
}

/**
 * Starts a session and returns its token. The device has verified a fingerprint, a face or a PIN, so a passkey counts
 * as two factors.
 * @throws PortalError 401, with the same text for every fault; 429 after too many failures; 409 if passkeys are
 * unavailable here.
 */
export async function signInByPasskey(
  context: AnonymousContext,
  { passkey, browserHash, ...start }: PasskeySignIn,
): Promise<{ accountId: number; token: string }> {
  const party = requireRelyingParty(context.settings)
  const limits = passkeyLimits({ credentialId: passkey.id, callerAddress: context.actor.caller.address })
  const attempt = await admitAttempt(context, limits)
  const use = { holder: browserHash ?? Buffer.alloc(0), purpose: 'signing in' } as const
  const checked = await checkAssertion(context, passkey, { party, use })
  const token = checked && (await open(context, { checked, attempt, ...start }))
  if (checked && token) {
    // A new device queues a mail.
    context.jobs.wake()
    return { accountId: checked.passkey.accountId, token }
  }
  const accountId = checked?.passkey.accountId ?? null
  context.log.warn({ ...context.actor.caller, accountId }, 'A sign-in with a passkey failed.')
  throw failure(WRONG_PASSKEY)
}

type SessionStart = {
  checked: CheckedPasskey
  attempt: Attempt
  oldToken: string | null
  userAgent: string | null
}

/** Returns null if the passkey cannot be used. The record that it was copied stays. */
async function open(context: AnonymousContext, { checked, ...start }: SessionStart): Promise<string | null> {
  const { accountId, email } = checked.passkey
  return context.database.kysely.transaction().execute(async (transaction) => {
    if (!(await usePasskey(transaction, context, checked))) return null
    const network = ownNetworkOf(context.actor.caller)
    await rememberNetwork(transaction, { accountId, network, now: context.clock.now() })
    return openSession(transaction, context, { account: { accountId, email }, by: 'passkey', ...start })
  })
}
