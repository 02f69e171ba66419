import { StartError } from '../config/start-error.ts'
import type { Baseline } from './baseline.ts'
import type { Migration } from './migrations.ts'
import type { Repeatable } from './repeatables.ts'

/** The SQL of a release. */
export type ReleaseSchema = {
  /** The schema before its migrations. Null if the migrations create everything. */
  readonly baseline: Baseline | null
  readonly migrations: readonly Migration[]
  readonly repeatables: readonly Repeatable[]
}

/** What was applied to a database according to its records, in the order of the names. */
export type AppliedSchema = {
  readonly migrations: readonly { name: string; sha256: string; needs: number | null }[]
  readonly repeatables: readonly { name: string; sha256: string; revision: number }[]
}

export type SchemaDifference = {
  /** True if nothing was ever applied. */
  readonly isEmpty: boolean
  /** The schema that a new database gets first. Null if the database has it. */
  readonly baseline: Baseline | null
  readonly pending: readonly Migration[]
  /** Repeatable SQL to apply, for the first time or again. */
  readonly changed: readonly Repeatable[]
  /** Applied migrations of a newer release that this one can work with. */
  readonly unknown: readonly string[]
}

/**
 * Compares a database with the schema of a release.
 * @throws StartError if it was created from other files, or needs a newer release.
 */
export function compareSchema(release: ReleaseSchema, applied: AppliedSchema): SchemaDifference {
  if (release.baseline !== null && applied.migrations.length > 0) refuseOlder(release.baseline, applied)
  const unknown = unknownOf(release, applied)
  const names = new Set(applied.migrations.map(({ name }) => name))
  const pending = release.migrations.filter(({ name }) => !names.has(name))
  const newest = applied.migrations.at(-1)?.name ?? ''
  const [first] = pending
  if (first && first.name < newest) {
    throw new StartError(`Migration ${first.name} comes before ${newest}, which this database already has.`)
  }
  const isEmpty = names.size === 0
  const baseline = isEmpty ? release.baseline : null
  return { isEmpty, baseline, pending, changed: changedOf(release, applied), unknown }
}

/**
 * This release no longer has the migrations before the baseline. Only a release that has them can update an older
 * database.
 */
function refuseOlder({ release, migrations }: Baseline, applied: AppliedSchema): void {
  const theirs = new Map(applied.migrations.map(({ name, sha256 }) => [name, sha256]))
  for (const [name, sha256] of Object.entries(migrations)) {
    if (theirs.get(name) === sha256) continue
    const newest = applied.migrations.at(-1)?.name.slice(0, 4) ?? ''
    throw new StartError(
      newest < release && !theirs.has(name)
        ? `The database is of release ${newest}, and this release works from release ${release} on. Start release ${release} first: it brings the database up to date. Then start this one.`
        : `The database is not of this portal's releases: its migration ${name} is ${theirs.has(name) ? 'another one' : 'missing'}. Start the release that made it.`,
    )
  }
}

function unknownOf({ baseline, migrations }: ReleaseSchema, applied: AppliedSchema): string[] {
  const known = knownOf({ baseline, migrations })
  const release = migrations.at(-1)?.name.slice(0, 4) ?? baseline?.release ?? '0000'
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

/** SHA-256 of every migration of a release by name, including those that its baseline replaces. */
export function knownOf({
  baseline,
  migrations,
}: Pick<ReleaseSchema, 'baseline' | 'migrations'>): Map<string, string> {
  return new Map([
    ...Object.entries(baseline?.migrations ?? {}),
    ...migrations.map(({ name, sha256 }) => [name, sha256] as const),
  ])
}

/** Repeatable SQL of a newer release stays, because callers of the older version can still call it. */
function changedOf({ repeatables }: ReleaseSchema, applied: AppliedSchema): Repeatable[] {
  const there = new Map(applied.repeatables.map((repeatable) => [repeatable.name, repeatable]))
  return repeatables.filter(({ name, sha256, revision }) => {
    const present = there.get(name)
    return !present || (present.sha256 !== sha256 && present.revision <= revision)
  })
}
