import type { Request } from '../../engines/http/app-types.ts'
import { cookieOf, readToken, type CookieSettings } from '../../engines/http/portal-cookie.ts'

const COOKIE_NAME = 'portal_session'

/** The session's token that the caller sent; null when there is none that could be one. */
export function readSessionToken(settings: CookieSettings, request: Request): string | null {
  return readToken(settings, COOKIE_NAME, request)
}

/** The header that gives the browser its session; it ends with the browser, or before by the server's limits. */
export function sessionCookie(settings: CookieSettings, token: string): { 'set-cookie': string } {
  return { 'set-cookie': cookieOf(settings, COOKIE_NAME, token) }
}

/** The header that makes the browser forget its session. */
export function expiredSessionCookie(settings: CookieSettings): { 'set-cookie': string } {
  return { 'set-cookie': `${cookieOf(settings, COOKIE_NAME, '')}; Max-Age=0` }
}
