import type { Request } from '../../../engines/http/app-types.ts'
import { cookieOf, readToken, type CookieSettings } from '../../../engines/http/portal-cookie.ts'

const COOKIE_NAME = 'portal_half_session'

/** Milliseconds to enter the code after the right password. */
export const HALF_SESSION_LIFETIME_MS = 10 * 60_000

/** Returns the token of the sign-in that waits for its code. Null without a well-formed one. */
export function readHalfToken(settings: CookieSettings, request: Request): string | null {
  return readToken(settings, COOKIE_NAME, request)
}

export function halfCookie(settings: CookieSettings, token: string): { 'set-cookie': string } {
  const cookie = cookieOf(settings, COOKIE_NAME, token)
  return { 'set-cookie': `${cookie}; Max-Age=${HALF_SESSION_LIFETIME_MS / 1000}` }
}
