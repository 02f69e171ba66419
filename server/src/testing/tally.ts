import { appendFileSync } from 'node:fs'
import { join } from 'node:path'

/** Names a folder in which every process of a test run counts what it starts. */
export const TALLY_VARIABLE = 'PORTAL_TEST_TALLY'

/**
 * Counts an expensive thing that a test starts, such as `database`, for the profile of the run. Each kind is a file
 * whose size is the count, so processes that append at the same time lose nothing. Does nothing if no run requests
 * counts.
 */
export function tally(kind: string): void {
  const folder = process.env[TALLY_VARIABLE]
  if (folder) appendFileSync(join(folder, kind), '.')
}
