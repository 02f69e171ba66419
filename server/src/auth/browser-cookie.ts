import type { Request } from '../http/app-types.ts'
import { newToken } from './links.ts'
import { cookieOf, readToken, type Where } from './portal-cookie.ts'
import { hashToken } from './session.ts'

const NAME = 'portal_browser'

/** What the database knows the browser by; null for one that has neither registered nor confirmed. */
export function readBrowserHash(where: Where, request: Request): Buffer | null {
  const token = readToken(where, NAME, request)
  return token === null ? null : hashToken(token)
}

export type KnownBrowser = { browserHash: Buffer; headers: Record<string, string> }

/** The browser that registers or confirms, so that it is known when it comes again; `headers` name one that is new. */
export function knownBrowser(where: Where, request: Request): KnownBrowser {
  const browserHash = readBrowserHash(where, request)
  if (browserHash) return { browserHash, headers: {} }
  const { token, tokenHash } = newToken()
  return { browserHash: tokenHash, headers: { 'set-cookie': cookieOf(where, NAME, token) } }
}
