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

/** Finds misspelled directives, which would otherwise have no effect. */
const MEANT = /^--\s*(outside|contract|expand)\b/i

export type Migration = SqlFile & {
  /** Number of the oldest release that can work with the schema after it; null if the previous release can. */
  readonly needs: number | null
  /** Its statements, if they run one at a time outside a transaction; null if the migration is one transaction. */
  readonly steps: readonly OutsideStep[] | null
}

const FILE_NAME = /^\d{4}-[a-z0-9-]+\.sql$/

/**
 * Reads the migrations of a folder by number. The last number is that of the release.
 * @throws StartError if a header or a statement is invalid.
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

function numberOf(name: string): number {
  return Number(name.slice(0, 4))
}

/**
 * Reads the comment at the top of a migration, which may contain `-- outside a transaction` and `-- contract: needs
 * NNNN`.
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
