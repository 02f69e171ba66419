import { StartError } from '../config/start-error.ts'
import type { Migration } from './migrations.ts'
import type { Repeatable } from './repeatables.ts'

/** The SQL of a release. */
export type ReleaseSchema = {
  readonly migrations: readonly Migration[]
  readonly repeatables: readonly Repeatable[]
}

/** What a database says has been applied to it, in the order of the names. */
export type AppliedSchema = {
  readonly migrations: readonly { name: string; sha256: string; needs: number | null }[]
  readonly repeatables: readonly { name: string; sha256: string; revision: number }[]
}

export type SchemaDifference = {
  /** Nothing was ever applied. */
  readonly isEmpty: boolean
  readonly pending: readonly Migration[]
  /** Repeatable SQL that is to be applied, again where it was before. */
  readonly changed: readonly Repeatable[]
  /** Migrations of a newer release, on whose schema this one can work. */
  readonly unknown: readonly string[]
}

/**
 * How a database differs from what a release makes of it.
 * @throws StartError when it was made from other files than these, or needs a newer release.
 */
export function compareSchema(release: ReleaseSchema, applied: AppliedSchema): SchemaDifference {
  const unknown = unknownOf(release, applied)
  const names = new Set(applied.migrations.map(({ name }) => name))
  const pending = release.migrations.filter(({ name }) => !names.has(name))
  const newest = applied.migrations.at(-1)?.name ?? ''
  const [first] = pending
  if (first && first.name < newest) {
    throw new StartError(`Migration ${first.name} comes before ${newest}, which this database already has.`)
  }
  return { isEmpty: names.size === 0, pending, changed: changedOf(release, applied), unknown }
}

function unknownOf({ migrations }: ReleaseSchema, applied: AppliedSchema): string[] {
  const known = new Map(migrations.map((migration) => [migration.name, migration.sha256]))
  const release = migrations.at(-1)?.name.slice(0, 4) ?? '0000'
  const unknown = applied.migrations.filter(({ name }) => !known.has(name))
  const contract = unknown.find(({ needs }) => needs !== null && needs > Number(release))
  if (contract) {
    throw new StartError(
      `The database is of a newer release: since migration ${contract.name} it needs release ` +
        `${String(contract.needs).padStart(4, '0')} or newer, and this is ${release}. Start a newer release.`,
    )
  }
  const edited = applied.migrations.find(({ name, sha256 }) => known.has(name) && known.get(name) !== sha256)
  if (edited) {
    throw new StartError(
      `Migration ${edited.name} was changed after it was applied to this database. Put the file back and write a new migration.`,
    )
  }
  return unknown.map(({ name }) => name)
}

/** Repeatable SQL that a newer release has put there stays: what it replaced can go on calling it. */
function changedOf({ repeatables }: ReleaseSchema, applied: AppliedSchema): Repeatable[] {
  const there = new Map(applied.repeatables.map((repeatable) => [repeatable.name, repeatable]))
  return repeatables.filter(({ name, sha256, revision }) => {
    const present = there.get(name)
    return !present || (present.sha256 !== sha256 && present.revision <= revision)
  })
}
