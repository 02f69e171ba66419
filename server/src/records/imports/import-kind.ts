import type { Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import type { Jobs } from '../../engines/jobs/jobs.ts'

/** Why a cell is not accepted, as the end of a sentence that begins with its column. */
export type CellFault = { readonly reason: string }

/** A cell, trimmed, as the text that PostgreSQL reads for the column's type; null for no value. */
export type ReadCell = (cell: string) => string | null | CellFault

export type Column = {
  /** As the first line of the file names it. */
  readonly header: string
  /** In the table of staged lines. */
  readonly name: string
  readonly type: 'integer' | 'text' | 'numeric(15, 2)'
  /** A file without it is refused. In a file without an optional one it is null on every line. */
  readonly isRequired: boolean
  readonly read: ReadCell
}

export type ImportScope = {
  /** Of the import, for what it writes and what it keeps of before. */
  readonly importId: number
  readonly countyId: number
  /** Where the file is of one year. */
  readonly year: number | null
  /** Whether rows of this county and year that the file does not name are removed. */
  readonly replace: boolean
  /** How many are staged. */
  readonly lines: number
  /** For what is to follow the commit. */
  readonly jobs: Jobs
}

/** Names at most that a refusal shows. */
export const MAX_EXAMPLES = 3

export type WriteCounts = {
  readonly inserted: number
  readonly updated: number
  readonly unchanged: number
  readonly removed: number
  /** Rows that the file does not name and that stay nevertheless, because others refer to them. */
  readonly held: number
  /** How many rows the county, and year, had before. */
  readonly before: number
  /** The names of the first few that were removed, else of those that were changed, where the kind knows them. */
  readonly examples: readonly string[]
  /** What is left, where the import can be undone. */
  readonly after?: RowsAfter
}

/** How many rows a county and year have, and the sum of the imports that wrote them. */
export type RowsAfter = { readonly rowCount: number; readonly importIdSum: string }

export type ImportName = 'organizations' | 'agents' | 'owner-values'

/** A kind of file that an appraisal district exports. */
export type ImportKind = {
  /** In the plural, as the command names it. */
  readonly name: ImportName
  /** Of the audit record of an import. */
  readonly action: 'organizations.imported' | 'agents.imported' | 'owner_values.imported'
  /** The number that tells its lines apart comes first. */
  readonly columns: readonly [key: Column, ...Column[]]
  /**
   * Brings the tables to what is in the temporary table `staged`: one row a number, with `line` and the columns above.
   * For `replace`, the numbers that the file names, those of refused lines too, stand in `named (number)`.
   */
  write(transaction: Transaction<DB>, scope: ImportScope): Promise<WriteCounts>
}
