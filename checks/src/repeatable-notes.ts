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

/** What the checkout notes of its repeatable SQL. */
export function committedNotes(): RepeatableNotes {
  return JSON.parse(
    readFileSync(resolve(import.meta.dirname, '../..', NOTES_PATH), 'utf8'),
  ) as RepeatableNotes
}

/** The notes as they are to be: a file that has changed gets its next revision, a new function its line. */
export async function repeatableNotes(): Promise<string> {
  const files = await Promise.all(REPEATABLES.map(readSqlFile))
  const notes = nextNotes(committedNotes(), { files, functions: await functionsOfSchema() })
  return `${JSON.stringify(notes, null, 2)}\n`
}

/**
 * A function that is gone keeps its line, so that the check finds it: the release before may call it yet. Whoever takes it
 * away with a contract migration takes away the line too, by hand.
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
