import type { Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import type { Jobs } from '../../engines/jobs/jobs.ts'

/** Why a cell is rejected, as the end of a sentence that begins with the column's name. */
export type CellFault = { readonly reason: string }

/** Reads a trimmed cell as text that PostgreSQL parses for the column's type; null means no value. */
export type ReadCell = (cell: string) => string | null | CellFault

export type Column = {
  /** The column's name in the first line of the file. */
  readonly header: string
  /** The column's name in the staging table. */
  readonly name: string
  readonly type: 'integer' | 'text' | 'numeric(15, 2)'
  /** A file without this column is rejected. If an optional column is missing, it is null on every line. */
  readonly isRequired: boolean
  readonly read: ReadCell
}

export type ImportScope = {
  /** The import's id, for the rows that it writes and the earlier rows that it saves. */
  readonly importId: number
  readonly countyId: number
  /** Set if the file is for one year. */
  readonly year: number | null
  /** Whether to remove rows of this county and year that the file does not name. */
  readonly replace: boolean
  /** The number of staged lines. */
  readonly lines: number
  /** For jobs that run after the commit. */
  readonly jobs: Jobs
}

/** The maximum number of names in a refusal. */
export const MAX_EXAMPLES = 3

export type WriteCounts = {
  readonly inserted: number
  readonly updated: number
  readonly unchanged: number
  readonly removed: number
  /** Rows that the file does not name but that stay, because others refer to them. */
  readonly held: number
  /** How many rows the county, and year, had before. */
  readonly before: number
  /** The names of the first few removed rows, or else changed rows, if the kind knows them. */
  readonly examples: readonly string[]
  /** The remaining rows, if the import can be undone. */
  readonly after?: RowsAfter
}

/** The number of rows of a county and year, and the sum of the ids of the imports that wrote them. */
export type RowsAfter = { readonly rowCount: number; readonly importIdSum: string }

export type ImportName = 'organizations' | 'agents' | 'owner-values'

/** A kind of file that an appraisal district exports. */
export type ImportKind = {
  /** In the plural, as in the command. */
  readonly name: ImportName
  /** For the audit record of an import. */
  readonly action: 'organizations.imported' | 'agents.imported' | 'owner_values.imported'
  /** The first column is the number that identifies a line. */
  readonly columns: readonly [key: Column, ...Column[]]
  /**
   * Updates the tables from the temporary table `staged`: one row per number, with `line` and the columns above.
   * For `replace`, the table `named (number)` has all numbers in the file, including those of rejected lines.
   */
  write(transaction: Transaction<DB>, scope: ImportScope): Promise<WriteCounts>
}
