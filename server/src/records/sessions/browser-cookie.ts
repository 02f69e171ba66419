import type { Request } from '../../engines/http/app-types.ts'
import { newToken } from './token.ts'
import { cookieOf, readToken, type CookieSettings } from '../../engines/http/portal-cookie.ts'
import { hashToken } from './token.ts'

const COOKIE_NAME = 'portal_browser'

/** The hash that identifies the browser in the database; null if it has neither registered nor confirmed. */
export function readBrowserHash(settings: CookieSettings, request: Request): Buffer | null {
  const token = readToken(settings, COOKIE_NAME, request)
  return token === null ? null : hashToken(token)
}

export type BrowserIdentity = { browserHash: Buffer; headers: Record<string, string> }

/**
 * Identifies a browser that registers or confirms, so that it is recognized later. `headers` set the cookie of a new
 * browser.
 */
export function identifyBrowser(settings: CookieSettings, request: Request): BrowserIdentity {
  const browserHash = readBrowserHash(settings, request)
  if (browserHash) return { browserHash, headers: {} }
  const { token, tokenHash } = newToken()
  return { browserHash: tokenHash, headers: { 'set-cookie': cookieOf(settings, COOKIE_NAME, token) } }
}
