import { StartError } from '../config/start-error.ts'
import type { SqlFile } from './sql-file.ts'

export type MigrationHeader = {
  /** Whether its statements run one at a time and outside a transaction. */
  readonly isOutside: boolean
  /**
   * Number of the oldest release that can work with the schema after it, for a migration that takes away what older ones
   * use. Null for one that only adds: the release before it goes on working.
   */
  readonly needs: number | null
}

const OUTSIDE = '-- outside a transaction'
const CONTRACT = /^-- contract: needs (\d{4})$/
/** What begins like a line of ours and is none would silently mean nothing. */
const MEANT = /^--\s*(outside|contract|expand)\b/i

/**
 * Reads the comment at the top of a migration, where `-- outside a transaction` and `-- contract: needs NNNN` may stand.
 * @throws StartError for a line that is nearly one of them.
 */
export function readHeader({ name, sql }: Pick<SqlFile, 'name' | 'sql'>): MigrationHeader {
  let [isOutside, needs]: [boolean, number | null] = [false, null]
  for (const line of sql.split('\n')) {
    if (!line.startsWith('--')) break
    const contract = CONTRACT.exec(line)
    if (contract) needs = Number(contract[1])
    else if (line === OUTSIDE) isOutside = true
    else if (MEANT.test(line)) {
      throw new StartError(
        `Migration ${name} says '${line}'. It may say '${OUTSIDE}' or '-- contract: needs NNNN'.`,
      )
    }
  }
  return { isOutside, needs }
}
