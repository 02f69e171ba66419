import type { Settings } from '../config/settings.ts'
import type { Request } from './app-types.ts'

export type CookieSettings = Pick<Settings, 'publicUrl'>

/** 32 bytes as base64url. */
const TOKEN = /^[\w-]{43}$/

function isSecure({ publicUrl }: CookieSettings): boolean {
  return publicUrl.startsWith('https:')
}

/** Browsers accept a `__Host-` cookie only over https, for exactly this host and all of its paths. */
function fullName(settings: CookieSettings, name: string): string {
  return isSecure(settings) ? `__Host-${name}` : name
}

/** The token in the caller's cookie; null if it is missing or malformed. */
export function readToken(settings: CookieSettings, name: string, request: Request): string | null {
  const token = request.cookies[fullName(settings, name)]
  return token !== undefined && TOKEN.test(token) ? token : null
}

/** A cookie that scripts cannot read and that ends with the browser session. */
export function cookieOf(settings: CookieSettings, name: string, value: string): string {
  return `${fullName(settings, name)}=${value}; Path=/; HttpOnly; SameSite=Lax${isSecure(settings) ? '; Secure' : ''}`
}
