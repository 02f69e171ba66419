import * as account from '@portal/contract/account/account.ts'
import { CallResult } from '../../engines/http/call-result.ts'
import { admitAttempt } from '../../engines/throttle/throttle.ts'
import { repeatedActLimits } from '../../records/audit/repeated-acts.limits.ts'
import type { Serve } from '../../records/context.ts'
import { ownIdentitiesRoutes } from './identities/own-identities.routes.ts'
import { proveIdentity } from './own-password.usecases.ts'
import { ownPasskeysRoutes } from './passkeys/own-passkeys.routes.ts'
import { beginPasskeyProof, proveByPasskey } from './passkeys/passkey-proof.usecases.ts'
import { proveByCode } from './second-factor/prove-by-code.usecases.ts'
import { secondFactorRoutes } from './second-factor/second-factor.routes.ts'
import { sessionCookie } from '../../records/sessions/session-cookie.ts'
import { changeOwnPassword } from './change-password.usecases.ts'
import { updateOwnName, readOwnAccountScreen } from './own-account.usecases.ts'
import { listActs } from './own-acts.usecases.ts'
import { endElsewhere, endOwnSession, listOwnSessions } from './sessions.usecases.ts'

const done = (message: string) => ({ success: true, message }) as const

/** What people do with the account that they are signed in to. */
export function accountRoutes(serve: Serve): void {
  ownPasskeysRoutes(serve)
  secondFactorRoutes(serve)
  ownIdentitiesRoutes(serve)

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
