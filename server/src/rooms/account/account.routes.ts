import * as account from '@portal/contract/account/account.ts'
import { CallResult } from '../../engines/http/call-result.ts'
import { admitAttempt } from '../../engines/throttle/throttle.ts'
import { repeatedActLimits } from '../../records/audit/repeated-acts.limits.ts'
import type { Serve } from '../../records/context.ts'
import { proveIdentity } from './own-password.usecases.ts'
import { beginPasskeyProof, proveByPasskey } from './passkeys/passkey-proof.usecases.ts'
import { proveByCode } from './second-factor/prove-by-code.usecases.ts'
import { sessionCookie } from '../../records/sessions/session-cookie.ts'
import { changeOwnPassword } from './change-password.usecases.ts'
import { updateOwnName, readOwnAccountScreen } from './own-account.usecases.ts'
import { listActs } from './own-acts.usecases.ts'
import { endElsewhere, endOwnSession, listOwnSessions } from './sessions.usecases.ts'
import { tokensRoutes } from './tokens/tokens.routes.ts'
import * as singleSignOn from '@portal/contract/sign-in/single-sign-on.ts'
import { readBrowserHash } from '../../records/sessions/browser-cookie.ts'
import {
  joinIdentity,
  listOwnIdentities,
  nameIdentityToJoin,
  removeOwnIdentity,
} from './identities/own-identities.usecases.ts'
import * as passkeys from '@portal/contract/sign-in/passkeys.ts'
import { userAgentOf } from '../../engines/http/caller-address.ts'
import { addPasskey, beginPasskey } from './passkeys/add-passkey.usecases.ts'
import { listOwnPasskeys, removeOwnPasskey, renameOwnPasskey } from './passkeys/own-passkeys.usecases.ts'
import * as calls from '@portal/contract/sign-in/second-factor.ts'
import {
  beginSetUp,
  confirmSetUp,
  removeOwnSecondFactor,
  renewOwnRecoveryCodes,
  readOwnSecondFactor,
} from './second-factor/second-factor.usecases.ts'

const done = (message: string) => ({ success: true, message }) as const

/** Routes for the signed-in user's own account. */
export function accountRoutes(serve: Serve): void {
  ownPasskeysRoutes(serve)
  secondFactorRoutes(serve)
  ownIdentitiesRoutes(serve)
  tokensRoutes(serve)

  serve(account.proveIdentity, async (context, { body }) => {
    const { password, code, passkey } = body
    await admitAttempt(context, repeatedActLimits(context.actor, 'proof of identity'))
    if (passkey) await proveByPasskey(context, passkey)
    else if (code === undefined) await proveIdentity(context, password ?? '')
    else await proveByCode(context, code)
    return { success: true } as const
  })

  serve(account.beginPasskeyProof, async (context) => ({ request: await beginPasskeyProof(context) }))

  serve(account.getAccount, readOwnAccountScreen)

  serve(account.patchAccount, (context, { body }) => updateOwnName(context, body.name))

  serve(account.changePassword, async (context, { body }) => {
    const token = await changeOwnPassword(context, body)
    return new CallResult(done(account.PASSWORD_CHANGED), { headers: sessionCookie(context.settings, token) })
  })

  serve(account.listSessions, listOwnSessions)

  serve(account.endSession, async (context, { params }) => {
    await endOwnSession(context, params.id)
    return done(account.SESSION_ENDED)
  })

  serve(account.endOtherSessions, async (context) => {
    await endElsewhere(context)
    return done(account.OTHERS_ENDED)
  })

  serve(account.listOwnActs, (context, { query }) => listActs(context, query.before))
}

/** Routes for the user's own single sign-on identities. */
function ownIdentitiesRoutes(serve: Serve): void {
  serve(singleSignOn.getIdentityToJoin, async (context, { request }) => ({
    name: await nameIdentityToJoin(context, readBrowserHash(context.settings, request)),
  }))

  serve(singleSignOn.joinIdentity, async (context, { request }) => {
    const name = await joinIdentity(context, readBrowserHash(context.settings, request))
    return { success: true, message: singleSignOn.IDENTITY_JOINED.replace('{name}', () => name) } as const
  })

  serve(singleSignOn.listIdentities, listOwnIdentities)

  serve(singleSignOn.removeIdentity, async (context, { params }) => {
    await removeOwnIdentity(context, params.id)
    return { success: true, message: singleSignOn.IDENTITY_REMOVED } as const
  })
}

/** Routes for the user's own passkeys. */
function ownPasskeysRoutes(serve: Serve): void {
  serve(passkeys.listPasskeys, listOwnPasskeys)

  serve(passkeys.beginPasskey, beginPasskey)

  serve(passkeys.addPasskey, async (context, { body, request }) => {
    const passkey = await addPasskey(context, { ...body, userAgent: userAgentOf(request) })
    return { success: true, message: passkeys.PASSKEY_ADDED, passkey } as const
  })

  serve(passkeys.renamePasskey, async (context, { params, body, request }) => {
    const passkey = await renameOwnPasskey(context, { ...params, ...body, userAgent: userAgentOf(request) })
    return { success: true, message: passkeys.PASSKEY_RENAMED, passkey } as const
  })

  serve(passkeys.removePasskey, async (context, { params }) => {
    await removeOwnPasskey(context, params.id)
    return { success: true, message: passkeys.PASSKEY_REMOVED } as const
  })
}

/** Routes for the user's own second factor. */
function secondFactorRoutes(serve: Serve): void {
  serve(calls.getSecondFactor, readOwnSecondFactor)

  serve(calls.beginSecondFactor, beginSetUp)

  serve(calls.confirmSecondFactor, (context, { body }) => confirmSetUp(context, body.code))

  serve(calls.removeSecondFactor, async (context) => {
    await removeOwnSecondFactor(context)
    return { success: true, message: calls.SECOND_FACTOR_REMOVED } as const
  })

  serve(calls.renewRecoveryCodes, renewOwnRecoveryCodes)
}
