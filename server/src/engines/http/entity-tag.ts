/** The strong entity tag of stored bytes: their hash. */
export function entityTag(sha256: Buffer): string {
  return `"${sha256.toString('base64url')}"`
}

/** Whether If-None-Match names this tag; weak comparison (RFC 9110, section 13.1.2). */
export function isUnchanged(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch.trim() === '*') return true
  return ifNoneMatch.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === tag)
}

/**
 * Whether to apply a Range: If-Range is absent or names exactly this tag; strong comparison (RFC 9110, section 13.1.5).
 */
export function rangeCounts(ifRange: string | undefined, tag: string): boolean {
  return ifRange === undefined || ifRange.trim() === tag
}
