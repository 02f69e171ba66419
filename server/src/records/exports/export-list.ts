import type { Right } from '@portal/contract/access/rights.ts'
import type { ExportFormat } from '@portal/contract/exports.ts'
import type { Transaction } from 'kysely'
import type { DB } from '../../engines/database/generated/db.d.ts'
import { openSnapshot } from '../../engines/database/open-snapshot.ts'
import type { Engines } from '../../engines/engines.ts'
import type { Cell, ExportColumn } from '../../engines/exports/export-table.ts'
import type { CallResult, RawBody } from '../../engines/http/call-result.ts'
import type { PersonContext } from '../access/context.ts'
import { PORTION } from './cursor-pages.repository.ts'
import { sendExport, type ExportRequest, type OpenedRows } from './send-export.ts'
import type { ExportsState } from './state.ts'

/** A column with the value that a row has in it. */
export type ListColumn<Row> = ExportColumn & { readonly cell: (row: Row) => Cell }

/** Reads a list in one snapshot. */
type ListReader<Row> = {
  /** Null if counting them would take too long. */
  readonly count: ((transaction: Transaction<DB>) => Promise<number>) | null
  readonly pages: (transaction: Transaction<DB>) => AsyncIterable<readonly Row[]>
}

type ExportedList<Row, Key extends string> = ListReader<Row> & {
  readonly list: string
  readonly title: string
  readonly format: ExportFormat | undefined
  readonly method: string
  readonly county?: ExportRequest['county']
  readonly columns: Readonly<Record<Key, ListColumn<Row>>>
  /** The columns of the file in their order; all by default. */
  readonly keys?: readonly Key[] | undefined
  /** Labels and texts. A filter without a text is not set. */
  readonly filters: readonly (readonly [label: string, text: string | undefined])[]
  readonly right?: Right
}

type Context = PersonContext<Engines & ExportsState>

/**
 * Sends the rows of a list as a file: all of them, as they are at one moment.
 * @throws PortalError as `sendExport`.
 */
export async function exportList<Row, Key extends string>(
  context: Context,
  {
    columns,
    keys = Object.keys(columns) as Key[],
    filters,
    county = null,
    count,
    pages,
    ...list
  }: ExportedList<Row, Key>,
): Promise<CallResult<RawBody>> {
  const chosen = keys.map((key) => columns[key])
  return sendExport(context, {
    ...list,
    county,
    keys,
    columns: chosen,
    filters: filters.flatMap(([label, text]) => (text === undefined ? [] : [[label, text] as const])),
    open: () =>
      openList(context, {
        count,
        pages,
        toCells: (row) => chosen.map(({ cell }) => cell(row)),
      }),
  })
}

type OpenedList<Row> = ListReader<Row> & { readonly toCells: (row: Row) => readonly Cell[] }

async function openList<Row>(
  { database }: Context,
  { count, pages, toCells }: OpenedList<Row>,
): Promise<OpenedRows> {
  const { transaction, close } = await openSnapshot(database.kysely)
  async function* portions() {
    for await (const rows of pages(transaction)) yield rows.map(toCells)
    await close()
  }
  try {
    return { portions: portions(), total: count && (await count(transaction)), close }
  } catch (error) {
    await close()
    throw error
  }
}

/**
 * The pages of a list that continues at a row. `read` reads the rows after the last one, or the first rows. `convert`
 * makes what the columns show.
 */
export async function* pagesAfter<Row, Shown>(
  read: (last: Row | null, atMost: number) => Promise<readonly Row[]>,
  convert: (rows: readonly Row[]) => readonly Shown[] | Promise<readonly Shown[]>,
): AsyncGenerator<readonly Shown[]> {
  let last: Row | null = null
  for (;;) {
    const rows: readonly Row[] = await read(last, PORTION)
    if (rows.length > 0) yield await convert(rows)
    if (rows.length < PORTION) return
    last = rows.at(-1) ?? null
  }
}
