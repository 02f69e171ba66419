import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from '../config/start-error.ts'
import { readOutsideSteps, type OutsideStep } from './outside-steps.ts'
import { readSqlFile, type SqlFile } from './repeatables.ts'

type MigrationHeader = {
  /** Whether its statements run one at a time and outside a transaction. */
  readonly isOutside: boolean
  /**
   * Number of the oldest release that can work with the schema after it, for a migration that removes what older ones
   * use. Null for one that only adds: the previous release keeps working.
   */
  readonly needs: number | null
}

const OUTSIDE = '-- outside a transaction'

const CONTRACT = /^-- contract: needs (\d{4})$/

/** A misspelled directive would silently have no effect. */
const MEANT = /^--\s*(outside|contract|expand)\b/i

export type Migration = SqlFile & {
  /** Number of the oldest release that can work with the schema after it; null if the previous release can. */
  readonly needs: number | null
  /** Its statements, if they run one at a time outside a transaction; null if the migration is one transaction. */
  readonly steps: readonly OutsideStep[] | null
}

const FILE_NAME = /^\d{4}-[a-z0-9-]+\.sql$/

/**
 * The migrations of a folder, in the order of their numbers. The last number is that of the release.
 * @throws StartError for one whose header or statements are not understood.
 */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => FILE_NAME.test(name)).sort()
  return Promise.all(names.map(async (name) => toMigration(await readSqlFile(join(folder, name)))))
}

function toMigration(file: SqlFile): Migration {
  const { isOutside, needs } = readHeader(file)
  if (needs !== null && needs >= numberOf(file.name)) {
    throw new StartError(`Migration ${file.name} needs release ${needs}, which cannot have been before it.`)
  }
  return { ...file, needs, steps: isOutside ? readOutsideSteps(file) : null }
}

/** The number in front of a migration's name. */
function numberOf(name: string): number {
  return Number(name.slice(0, 4))
}

/**
 * Reads the comment at the top of a migration, where `-- outside a transaction` and `-- contract: needs NNNN` may
 * stand.
 * @throws StartError for a line that is nearly one of them.
 */
function readHeader({ name, sql }: Pick<SqlFile, 'name' | 'sql'>): MigrationHeader {
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
