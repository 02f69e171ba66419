import type { Request } from './app-types.ts'

/** Characters that are kept: browsers need 200 at most. */
const LONGEST = 300

/** What a browser says of itself, for people to know their sessions by; null where it says nothing. */
export function userAgentOf(request: Request): string | null {
  return request.headers['user-agent']?.slice(0, LONGEST) ?? null
}
