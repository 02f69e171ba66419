import type { Request } from '../../../engines/http/app-types.ts'
import { cookieOf, readToken, type CookieSettings } from '../../../engines/http/portal-cookie.ts'

const COOKIE_NAME = 'portal_half_session'

/** Milliseconds that somebody has for the code, once their password was right. */
export const HALF_SESSION_LIFETIME_MS = 10 * 60_000

/** The token of the sign-in that waits for its code; null when there is none that could be one. */
export function readHalfToken(settings: CookieSettings, request: Request): string | null {
  return readToken(settings, COOKIE_NAME, request)
}

export function halfCookie(settings: CookieSettings, token: string): { 'set-cookie': string } {
  const cookie = cookieOf(settings, COOKIE_NAME, token)
  return { 'set-cookie': `${cookie}; Max-Age=${HALF_SESSION_LIFETIME_MS / 1000}` }
}
