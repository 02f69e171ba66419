import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { QueryOf } from '@portal/contract/endpoint.ts'
import type { exportOwners as exportOwnersCall, OwnerOrder } from '@portal/contract/owners/export-owners.ts'
import { orderByValue } from '@portal/contract/owners/owner-order.ts'
import type { OwnerColumns } from '@portal/contract/owners/owners.ts'
import { searchForm } from '@portal/contract/owners/search-form.ts'
import type { Cell, ExportColumn } from '../../engines/exports/export-table.ts'
import type { CallResult, RawBody } from '../../engines/http/call-result.ts'
import type { PersonContext } from '../../records/context.ts'
import { sendExport, type OpenedRows } from '../../records/exports/send-export.ts'
import type { RollKey } from '../../records/parties/owner-values/owner-roll.repository.ts'
import { requireRollKey } from './owner-roll.usecases.ts'

type Query = QueryOf<typeof exportOwnersCall>
type OwnerColumn = ExportColumn & { readonly key: Exclude<keyof OwnerColumns, 'OwnerNbr'> }

const PORTION = 1000

/** Those of the specification's CSV (section 9). */
const COLUMNS: readonly OwnerColumn[] = [
  { key: 'OwnerName', title: 'Owner Name', kind: 'text', width: 44 },
  { key: 'CAD_OwnerID', title: 'CAD Owner ID', kind: 'text', width: 16 },
  { key: 'AgentName', title: 'Agent Name', kind: 'text', width: 34 },
  { key: 'CurrentValue', title: 'Current Value', kind: 'amount', width: 20 },
  { key: 'PriorValue', title: 'Prior Value', kind: 'amount', width: 20 },
]

const ORDERS: Readonly<Record<OwnerOrder, string>> = {
  name: 'Owner Name',
  '-name': 'Owner Name, descending',
  current: 'Current Value, ascending',
  '-current': 'Current Value, descending',
  prior: 'Prior Value, ascending',
  '-prior': 'Prior Value, descending',
}

/**
 * The rows of the owner table with its search and its order, as XLSX.
 * @throws PortalError as `requireRollKey` and `sendExport`.
 */
export async function exportOwners(
  context: PersonContext,
  { search = '', order = 'name', method, ...named }: Query & { readonly method: string },
): Promise<CallResult<RawBody>> {
  const key = await requireRollKey(context, named)
  const { countyId, appraisalYear } = key
  const countyName = (await context.dictionaries.names([countyId])).countyName(countyId)
  return sendExport(context, {
    list: 'owner-details',
    title: 'Owner Details',
    format: 'xlsx',
    method,
    county: countyName === null ? null : { id: countyId, name: countyName },
    year: appraisalYear,
    keys: COLUMNS.map((column) => column.key),
    columns: COLUMNS,
    filters: [
      ...(countyName === null ? [] : [['County', countyName] as const]),
      ['Appraisal year', String(appraisalYear)],
      ...(search === '' ? [] : [['Search', search] as const]),
      ['Order', ORDERS[order]],
    ],
    open: () => openOwners(context, { key, search, order }),
  })
}

type Wanted = { readonly key: RollKey; readonly search: string; readonly order: OwnerOrder }

/** A roll is of one moment, and holds no connection. */
async function openOwners(
  { ownerRolls, database }: PersonContext,
  { key, search, order }: Wanted,
): Promise<OpenedRows> {
  const columns = await ownerRolls.columns(await ownerRolls.read(database, key))
  const rows = await selectOwners(columns, { search, order })
  async function* portions() {
    for (let from = 0; from < rows.length; from += PORTION)
      yield Array.from(rows.subarray(from, from + PORTION), (row): Cell[] =>
        COLUMNS.map((column) => columns[column.key][row] ?? null),
      )
  }
  return { portions: portions(), total: rows.length, close: async () => {} }
}

/** Names compared before other calls run. */
const NAMES_AT_ONCE = 10_000

/** The rows of a roll that the owner table shows with this search, in its order. */
async function selectOwners(
  columns: OwnerColumns,
  { search, order }: Omit<Wanted, 'key'>,
): Promise<Uint32Array> {
  const found = await findNames(columns.OwnerName, search)
  if (order === 'name') return found
  if (order === '-name') return found.toReversed()
  const values = order.endsWith('current') ? columns.CurrentValue : columns.PriorValue
  const numbers = Float64Array.from(values, (value) => value ?? Number.NaN)
  const isFound = new Uint8Array(numbers.length)
  for (const row of found) isFound[row] = 1
  return orderByValue(numbers, order.startsWith('-')).filter((row) => isFound[row] === 1)
}

async function findNames(names: readonly string[], search: string): Promise<Uint32Array> {
  const term = searchForm(search)
  const found = new Uint32Array(names.length)
  let matches = 0
  for (let from = 0; from < names.length; from += NAMES_AT_ONCE) {
    for (const [at, name] of names.slice(from, from + NAMES_AT_ONCE).entries())
      if (term === '' || searchForm(name).includes(term)) found[matches++] = from + at
    await yieldToEventLoop()
  }
  return found.subarray(0, matches)
}
