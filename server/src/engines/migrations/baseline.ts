import { readFile } from 'node:fs/promises'
import type { Pool } from 'pg'
import { StartError } from '../config/start-error.ts'
import { readCatalogOf, type SchemaCatalog } from './schema-catalog.repository.ts'

/** The schema of a past release. It replaces the migrations up to that release. */
export type Baseline = {
  /** The number of that release. */
  readonly release: string
  /** The migration that records that this release works with the database. */
  readonly adoption: string
  /** SHA-256 of the migrations that the baseline replaces, by name. */
  readonly migrations: Readonly<Record<string, string>>
  /** The columns, triggers, constraints and indexes of that release. */
  readonly catalog: SchemaCatalog
}

export type BaselineFiles = {
  /** Path of the file with a `Baseline`. */
  readonly notes: string
  /** Paths of the SQL that creates its schema, in order. */
  readonly sql: readonly string[]
}

/** Reads the baseline of a checkout. */
export async function readBaseline(path: string): Promise<Baseline> {
  return JSON.parse(await readFile(path, 'utf8')) as Baseline
}

/**
 * Checks a database that the baseline's release created. Changes nothing.
 * @throws StartError when it lacks a part, so that no later migration runs on it.
 */
export async function refuseDamaged(pool: Pool, { release, catalog }: Baseline): Promise<void> {
  const [first, ...others] = missingParts(catalog, await readCatalogOf(pool))
  if (first === undefined) return
  const more = others.length === 0 ? '' : ` and ${others.length} more`
  throw new StartError(
    `The database is not as release ${release} makes it: ${first} is missing${more}. ` +
      `Start release ${release}, do what \`npm run -s portal -- verify --database\` says there, then start this one.`,
  )
}

const PARTS = { columns: 'column', triggers: 'trigger', constraints: 'constraint', indexes: 'index' } as const

/** What one catalog has and the other lacks, such as `index document_list of document`. */
export function missingParts(known: SchemaCatalog, found: SchemaCatalog): string[] {
  return (['columns', 'triggers', 'constraints', 'indexes'] as const).flatMap((part) => {
    const there = new Set(found[part])
    return known[part]
      .filter((entry) => !there.has(entry))
      .map((entry) => {
        const [table, name] = entry.split('.')
        return `${PARTS[part]} ${name} of ${table}`
      })
  })
}
