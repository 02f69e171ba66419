import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { runProgram } from '@portal/server/src/engines/database/embedded/run-program.ts'
import { withSchemaDatabase } from './schema-database.ts'

const GENERATOR = resolve(import.meta.dirname, '../../node_modules/kysely-codegen/dist/cli/bin.js')

/** The row types of every table of the schema, read from a database of its own. */
export async function rowTypes(): Promise<string> {
  return withSchemaDatabase(({ url }) => typesOf(url))
}

async function typesOf(url: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-row-types-'))
  try {
    const file = join(folder, 'db.d.ts')
    const from = ['--dialect', 'postgres', '--date-parser', 'string', '--url', url]
    const to = [
      '--exclude-pattern',
      '{schema_{migration,repeatable},audit_record_*,document_search_*}',
      '--out-file',
      file,
    ]
    const { code, output } = await runProgram({ file: process.execPath, args: [GENERATOR, ...from, ...to] })
    if (code !== 0) throw new Error(`The row types could not be made: ${output}`)
    return await readFile(file, 'utf8')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
