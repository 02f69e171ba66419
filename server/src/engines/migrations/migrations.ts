import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from '../config/start-error.ts'
import { readHeader } from './migration-header.ts'
import { readOutsideSteps, type OutsideStep } from './outside-steps.ts'
import { readSqlFile, type SqlFile } from './sql-file.ts'

export type Migration = SqlFile & {
  /** Number of the oldest release that can work with the schema after it; null where the release before it can. */
  readonly needs: number | null
  /** Its statements, where they run one at a time outside a transaction; null where all of it is one transaction. */
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
