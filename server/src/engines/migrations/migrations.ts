import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { StartError } from '../config/start-error.ts'
import { readSqlFile, type SqlFile } from './sql-file.ts'

const FILE_NAME = /^\d{4}-[a-z0-9-]+\.sql$/

/** The migrations of a folder, in the order of their numbers. */
export async function readMigrations(folder: string): Promise<SqlFile[]> {
  const names = (await readdir(folder)).filter((name) => FILE_NAME.test(name)).sort()
  return Promise.all(names.map((name) => readSqlFile(join(folder, name))))
}

/**
 * Those that are still to be applied.
 * @throws StartError when the database was made from other files than these.
 */
export function pendingOf(migrations: readonly SqlFile[], applied: ReadonlyMap<string, string>): SqlFile[] {
  const known = new Map(migrations.map(({ name, sha256 }) => [name, sha256]))
  let newest = ''
  for (const [name, sha256] of applied) {
    newest = name
    const ours = known.get(name)
    if (ours === undefined) {
      throw new StartError(`The database is of a newer release: this one does not know migration ${name}.`)
    }
    if (ours !== sha256) {
      throw new StartError(
        `Migration ${name} was changed after it was applied to this database. Put the file back and write a new migration.`,
      )
    }
  }
  const pending = migrations.filter(({ name }) => !applied.has(name))
  const [first] = pending
  if (first && first.name < newest) {
    throw new StartError(`Migration ${first.name} comes before ${newest}, which this database already has.`)
  }
  return pending
}
