import type { PoolClient } from 'pg'
import { readMigrationsOf, readSequenceNames, readTables } from './catalog.repository.ts'
import type { Manifest } from './manifest.ts'
import { DamagedBackup, type BackupPlace } from './place.ts'

type Compared = {
  readonly place: Pick<BackupPlace, 'name'>
  readonly manifest: Manifest
  /** Tables that may be missing, because no backup contains their rows. */
  readonly leftOut: readonly string[]
}

/**
 * Compares a backup with a schema that its migrations made; a difference means that one of the two was changed.
 * @throws DamagedBackup if it lacks a table or sequence, names one twice or an unknown one, or has other columns.
 */
export async function refuseOtherTables(
  client: Pick<PoolClient, 'query'>,
  { place, manifest, leftOut }: Compared,
): Promise<void> {
  const doesNotFit = (what: string) => new DamagedBackup(`The backup ${place.name} does not fit: ${what}.`)
  const here = await readTables(client)
  const columnsHere = new Map(here.map(({ name, columns }) => [name, columns.toSorted().join()]))
  const tables = namesOf(manifest.tables)
  const missing = here.find(({ name }) => !tables.has(name) && !leftOut.includes(name))
  if (missing) throw doesNotFit(`it lacks the table ${missing.name}`)
  if (tables.size < manifest.tables.length) throw doesNotFit('it has a table twice')
  const other = manifest.tables.find(({ name, columns }) => {
    return columnsHere.get(name) !== columns.toSorted().join()
  })
  if (other) throw doesNotFit(`its table ${other.name} has other columns than the migrations make`)
  const sequencesHere = new Set(await readSequenceNames(client))
  const sequences = namesOf(manifest.sequences)
  const [strange] = sequencesHere.symmetricDifference(sequences)
  if (strange !== undefined) throw doesNotFit(`it has not the sequences that the migrations make: ${strange}`)
}

/**
 * Compares a backup with a portal's own schema, if the same migrations made both. Any other schema is unknown until the
 * restore has created it.
 * @throws DamagedBackup as `refuseOtherTables` does.
 */
export async function refuseOtherTablesThanOwn(
  client: Pick<PoolClient, 'query'>,
  compared: Compared,
): Promise<void> {
  const own = new Set((await readMigrationsOf(client)).map(({ sha256 }) => sha256))
  const theirs = new Set(compared.manifest.migrations.map(({ sha256 }) => sha256))
  if (own.symmetricDifference(theirs).size === 0) await refuseOtherTables(client, compared)
}

function namesOf(named: readonly { readonly name: string }[]): Set<string> {
  return new Set(named.map(({ name }) => name))
}
