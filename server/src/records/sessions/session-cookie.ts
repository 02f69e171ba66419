import type { Request } from '../../engines/http/app-types.ts'
import { cookieOf, readToken, type CookieSettings } from '../../engines/http/portal-cookie.ts'

const COOKIE_NAME = 'portal_session'

/** The session token that the caller sent; null if there is no well-formed one. */
export function readSessionToken(settings: CookieSettings, request: Request): string | null {
  return readToken(settings, COOKIE_NAME, request)
}

/**
 * The header that gives the browser its session. The session ends with the browser, or earlier by the server's limits.
 */
export function sessionCookie(settings: CookieSettings, token: string): { 'set-cookie': string } {
  return { 'set-cookie': cookieOf(settings, COOKIE_NAME, token) }
}

/** The header that removes the session from the browser. */
export function expiredSessionCookie(settings: CookieSettings): { 'set-cookie': string } {
  return { 'set-cookie': `${cookieOf(settings, COOKIE_NAME, '')}; Max-Age=0` }
}
