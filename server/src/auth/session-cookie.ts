import type { Request } from '../http/app-types.ts'
import { cookieOf, readToken, type Where } from './portal-cookie.ts'

const NAME = 'portal_session'

/** The session's token that the caller sent; null when there is none that could be one. */
export function readSessionToken(where: Where, request: Request): string | null {
  return readToken(where, NAME, request)
}

/** The header that gives the browser its session; it ends with the browser, or before by the server's limits. */
export function sessionCookie(where: Where, token: string): { 'set-cookie': string } {
  return { 'set-cookie': cookieOf(where, NAME, token) }
}

/** The header that makes the browser forget its session. */
export function noSessionCookie(where: Where): { 'set-cookie': string } {
  return { 'set-cookie': `${cookieOf(where, NAME, '')}; Max-Age=0` }
}
