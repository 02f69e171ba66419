import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { createPool } from '@portal/server/src/engines/database/pool.ts'
import {
  type RepeatableNotes,
  readSqlFile,
  type SqlFile,
} from '@portal/server/src/engines/migrations/repeatables.ts'
import { REPEATABLES, updateSchema } from '@portal/server/src/schema.ts'
import { startTestCluster } from '@portal/server/src/testing/test-cluster.ts'
import { functionsOf } from '@portal/server/src/testing/functions-of.ts'

const SILENT = { info() {}, warn() {}, error() {} }
export const NOTES_PATH = 'server/src/repeatable-sql.json'

/** The recorded revisions of the repeatable SQL in the checkout. */
export function committedNotes(): RepeatableNotes {
  return JSON.parse(
    readFileSync(resolve(import.meta.dirname, '../..', NOTES_PATH), 'utf8'),
  ) as RepeatableNotes
}

/** The updated record: a changed file gets its next revision, and a new function gets a line. */
export async function repeatableNotes(): Promise<string> {
  const files = await Promise.all(REPEATABLES.map(readSqlFile))
  const notes = nextNotes(committedNotes(), { files, functions: await functionsOfSchema() })
  return `${JSON.stringify(notes, null, 2)}\n`
}

/**
 * A removed function keeps its line, so that the check finds it, because the previous release may still call it. When a
 * contract migration drops the function, remove its line by hand.
 */
export function nextNotes(
  noted: RepeatableNotes,
  { files, functions }: { files: readonly SqlFile[]; functions: readonly string[] },
): RepeatableNotes {
  const entries = files.map(({ name, sha256 }) => {
    const before = noted.files[name]
    if (before?.sha256 === sha256) return [name, before] as const
    return [name, { revision: (before?.revision ?? 0) + 1, sha256 }] as const
  })
  return {
    files: Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1))),
    functions: [...new Set([...noted.functions, ...functions])].toSorted(),
  }
}

async function functionsOfSchema(): Promise<string[]> {
  const cluster = await startTestCluster()
  const pool = createPool({ connectionString: cluster.adminUrl }, { size: 3, log: SILENT })
  try {
    await updateSchema(pool)
    return await functionsOf(pool)
  } finally {
    await pool.end()
    await cluster.stop()
  }
}
