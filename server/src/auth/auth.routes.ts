import {
  confirmAccount,
  confirmReset,
  CONFIRMED,
  listRegistrationCounties,
  register,
  REGISTERED,
  requestReset,
  RESENT,
  resendConfirmation,
  RESET_DONE,
  RESET_SENT,
} from '@portal/contract/accounts.ts'
import { getConfig, getSession, login, logout } from '@portal/contract/auth.ts'
import { SIGN_IN_FIRST } from '@portal/contract/error.ts'
import { Answered } from '../http/answered.ts'
import { unauthorized } from '../http/errors.ts'
import type { Serve } from '../http/serve.ts'
import { knownBrowser, readBrowserHash } from './browser-cookie.ts'
import { confirmByLink } from './confirm.usecases.ts'
import { toConfig, toSession } from './auth.models.ts'
import { askResend, keepRegistration, openCounties } from './register.usecases.ts'
import { askReset, resetPassword } from './reset.usecases.ts'
import { noSessionCookie, readSessionToken, sessionCookie } from './session-cookie.ts'
import { findPerson } from './session.ts'
import { signIn, signOut } from './sign-in.usecases.ts'

const done = (message: string) => ({ success: true, message }) as const

export function authRoutes(serve: Serve): void {
  serve(getSession, async (context, { request }) => {
    const person = await findPerson(context, request)
    if (!person) throw unauthorized(SIGN_IN_FIRST)
    return toSession(person)
  })

  serve(login, async (context, { body, request }) => {
    const oldToken = readSessionToken(context.settings, request)
    const browserHash = readBrowserHash(context.settings, request)
    const { accountId, token } = await signIn(context, { ...body, oldToken, browserHash })
    return new Answered(
      { success: true, userID: accountId },
      { headers: sessionCookie(context.settings, token) },
    )
  })

  serve(logout, async (context, { request }) => {
    await signOut(context, readSessionToken(context.settings, request))
    return new Answered({ success: true }, { headers: noSessionCookie(context.settings) })
  })

  serve(listRegistrationCounties, openCounties)

  serve(register, async (context, { body, request }) => {
    const { browserHash, headers } = knownBrowser(context.settings, request)
    await keepRegistration(context, { ...body, browserHash })
    return new Answered(done(REGISTERED), { headers })
  })

  serve(confirmAccount, async (context, { body, request }) => {
    const { browserHash, headers } = knownBrowser(context.settings, request)
    await confirmByLink(context, { ...body, browserHash })
    return new Answered(done(CONFIRMED), { headers })
  })

  serve(resendConfirmation, async (context, { body }) => {
    await askResend(context, body.email)
    return done(RESENT)
  })

  serve(requestReset, async (context, { body }) => {
    await askReset(context, body.email)
    return done(RESET_SENT)
  })

  serve(confirmReset, async (context, { body }) => {
    await resetPassword(context, body)
    return done(RESET_DONE)
  })

  serve(getConfig, async ({ settings }) => toConfig(settings))
}
