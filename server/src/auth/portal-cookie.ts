import type { Settings } from '../config/settings.ts'
import type { Request } from '../http/app-types.ts'

export type Where = Pick<Settings, 'publicUrl'>

/** 32 bytes as base64url. */
const TOKEN = /^[\w-]{43}$/

function isSecure({ publicUrl }: Where): boolean {
  return publicUrl.startsWith('https:')
}

/** Browsers take a `__Host-` cookie only over https, for this host alone and the whole of it. */
function fullName(where: Where, name: string): string {
  return isSecure(where) ? `__Host-${name}` : name
}

/** The token that the caller sent by that cookie; null when there is none that could be one. */
export function readToken(where: Where, name: string, request: Request): string | null {
  const token = request.cookies[fullName(where, name)]
  return token !== undefined && TOKEN.test(token) ? token : null
}

/** A cookie that scripts never see and that ends with the browser. */
export function cookieOf(where: Where, name: string, value: string): string {
  return `${fullName(where, name)}=${value}; Path=/; HttpOnly; SameSite=Lax${isSecure(where) ? '; Secure' : ''}`
}
