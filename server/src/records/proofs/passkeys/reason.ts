/** Characters that are kept: what was sent may stand in it. */
const LONGEST = 200

/** Why the library did not accept what a device said, for the log. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message.slice(0, LONGEST) : 'unknown'
}
