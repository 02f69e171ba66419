import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'

/** SQL of the checkout. Its name is that of the file, whatever folder it stands in. */
export type SqlFile = { readonly name: string; readonly sql: string; readonly sha256: string }

/** Reads a file of SQL. Git may write other line ends on Windows; the SQL is the same, and so is its hash. */
export async function readSqlFile(path: string): Promise<SqlFile> {
  const sql = (await readFile(path, 'utf8')).replaceAll('\r\n', '\n')
  return { name: basename(path), sql, sha256: createHash('sha256').update(sql).digest('hex') }
}
