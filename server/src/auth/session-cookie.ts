import type { Request } from '../http/app-types.ts'
import type { Settings } from '../config/settings.ts'

type Where = Pick<Settings, 'publicUrl'>

/** 32 bytes as base64url. */
const TOKEN = /^[\w-]{43}$/

function isSecure({ publicUrl }: Where): boolean {
  return publicUrl.startsWith('https:')
}

/** Browsers take a `__Host-` cookie only over https, for this host alone and the whole of it. */
function nameOf(where: Where): string {
  return isSecure(where) ? '__Host-portal_session' : 'portal_session'
}

/** The session's token that the caller sent; null when there is none that could be one. */
export function readSessionToken(where: Where, request: Request): string | null {
  const token = request.cookies[nameOf(where)]
  return token !== undefined && TOKEN.test(token) ? token : null
}

function cookie(where: Where, value: string): string {
  return `${nameOf(where)}=${value}; Path=/; HttpOnly; SameSite=Lax${isSecure(where) ? '; Secure' : ''}`
}

/** The header that gives the browser its session; it ends with the browser, or before by the server's limits. */
export function sessionCookie(where: Where, token: string): { 'set-cookie': string } {
  return { 'set-cookie': cookie(where, token) }
}

/** The header that makes the browser forget its session. */
export function noSessionCookie(where: Where): { 'set-cookie': string } {
  return { 'set-cookie': `${cookie(where, '')}; Max-Age=0` }
}
