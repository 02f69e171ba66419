import { readFile } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { basename } from 'node:path'

/** SQL of the checkout. `name` is the file name without its folder. */
export type SqlFile = { readonly name: string; readonly sql: string; readonly sha256: string }

export type Repeatable = SqlFile & {
  /** Counts its changes, so that an older release does not restore its own version. */
  readonly revision: number
}

/** The record of the repeatable SQL of a release, in a file of the checkout that `npm run generate` maintains. */
export type RepeatableNotes = {
  /** By file name. */
  readonly files: Readonly<Record<string, { readonly revision: number; readonly sha256: string }>>
  /**
   * Every function that a running server of this release or the previous one may call, as `name(arguments) returns
   * result`.
   */
  readonly functions: readonly string[]
}

export async function readNotes(path: string): Promise<RepeatableNotes> {
  return JSON.parse(await readFile(path, 'utf8')) as RepeatableNotes
}

/** Reads repeatable SQL in the order of `paths`. A file that is not recorded yet has revision 1. */
export async function readRepeatables(
  paths: readonly string[],
  notes: RepeatableNotes,
): Promise<Repeatable[]> {
  const files = await Promise.all(paths.map(readSqlFile))
  return files.map((file) => ({ ...file, revision: notes.files[file.name]?.revision ?? 1 }))
}

/** Reads a file of SQL. Git may write other line ends on Windows, so they are normalized before the hash. */
export async function readSqlFile(path: string): Promise<SqlFile> {
  const sql = (await readFile(path, 'utf8')).replaceAll('\r\n', '\n')
  return { name: basename(path), sql, sha256: createHash('sha256').update(sql).digest('hex') }
}
