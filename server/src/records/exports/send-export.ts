import type { Readable } from 'node:stream'
import { EXPORTS_BUSY, type ExportFormat } from '@portal/contract/exports.ts'
import { OTHER_COUNTY } from '@portal/contract/lookups/lookups.ts'
import type { Right } from '@portal/contract/access/rights.ts'
import type { Engines } from '../../engines/engines.ts'
import { csvTable } from '../../engines/exports/csv-table.ts'
import type { Cell, ExportColumn, ExportTable } from '../../engines/exports/export-table.ts'
import { localMoments } from '../../engines/exports/local-moment.ts'
import { xlsxTable } from '../../engines/exports/xlsx-table.ts'
import { CallResult, type RawBody } from '../../engines/http/call-result.ts'
import { failure } from '../../engines/http/errors.ts'
import { admitAttempt } from '../../engines/throttle/throttle.ts'
import type { PersonContext } from '../access/context.ts'
import { countyScope } from '../access/county.policy.ts'
import { recordAudit } from '../audit/record.ts'
import { repeatedActLimits } from '../audit/repeated-acts.limits.ts'
import { contentDisposition } from '../documents/download/document-headers.ts'
import { reloadActor } from '../sessions/reload-actor.ts'
import type { ExportsState } from './state.ts'

/** Milliseconds. A longer one would hold back the cleanup of the database. */
const MAX_EXPORT_MS = 15 * 60_000
/** Milliseconds that a reader may take nothing. Meanwhile they hold a place, and most a connection. */
const MAX_SILENCE_MS = 30_000

const CONTENT_TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** The rows of an export, of one moment. `close` releases what they hold; it may be called at any time. */
export type OpenedRows = {
  readonly portions: AsyncIterable<readonly (readonly Cell[])[]>
  /** How many there are; null if counting them would take too long. */
  readonly total: number | null
  close(): Promise<void>
}

export type ExportRequest = {
  /** The list in the audit record and in the name of the file, such as `documents`. */
  readonly list: string
  readonly title: string
  readonly format: ExportFormat | undefined
  readonly method: string
  /** The county that the rows are of; null for several, or none. */
  readonly county: { readonly id: number; readonly name: string } | null
  /** The appraisal year that the rows are of. The name of the file has it instead of the day. */
  readonly year?: number
  /** The keys of the columns, for the audit record. */
  readonly keys: readonly string[]
  readonly columns: readonly ExportColumn[]
  /** The filters and the order as labels and texts. */
  readonly filters: readonly (readonly [label: string, text: string])[]
  /** Required until the last row. */
  readonly right?: Right
  readonly open: () => Promise<OpenedRows>
}

type Context = PersonContext<Engines & ExportsState>

/**
 * Sends a list as a file, in portions, at the speed of the reader. It is recorded before the first byte. Each person
 * gets one at a time. It fails visibly if the reader loses the session, the right or a county meanwhile.
 * @throws PortalError 429 while another export runs, and after too many; and what `open` throws.
 */
export async function sendExport(context: Context, request: ExportRequest): Promise<CallResult<RawBody>> {
  const { actor, exportPlaces, log } = context
  const { format = 'csv' } = request
  const headers = {
    'content-type': CONTENT_TYPES[format],
    'content-disposition': contentDisposition('attachment', fileName(context, { ...request, format })),
  }
  if (request.method === 'HEAD') return new CallResult(undefined, { headers })
  const endPlace = exportPlaces.tryTake(actor.person.accountId)
  if (!endPlace) throw failure(EXPORTS_BUSY)
  let opened: OpenedRows | null = null
  try {
    await admitAttempt(context, repeatedActLimits(actor, 'export'))
    opened = await request.open()
    const { total, close } = opened
    await recordExport(context, { ...request, format, total })
    const onSilence = () => body.destroy(new Error('The reader took nothing.'))
    const table = tableOf(context, request, { ...opened, onSilence })
    const body: Readable = format === 'xlsx' ? xlsxTable(table) : csvTable(table)
    const { requestId } = actor.caller
    body.once('error', (error) =>
      log.warn({ err: error, requestId, list: request.list }, 'An export was cut off.'),
    )
    const late = setTimeout(() => body.destroy(new Error('The export took too long.')), MAX_EXPORT_MS)
    const onceSent = () => {
      clearTimeout(late)
      body.destroy()
      endPlace()
      void close()
    }
    return new CallResult(body, { headers, onceSent })
  } catch (error) {
    endPlace()
    await opened?.close()
    throw error
  }
}

function fileName(
  { calendar, clock }: Context,
  {
    list,
    county,
    year,
    format,
  }: Pick<ExportRequest, 'list' | 'county' | 'year'> & { readonly format: ExportFormat },
): string {
  const time = year ?? calendar.hourOf(clock.now()).day
  const ofCounty = county === null ? '' : `_${county.name.replaceAll(/[<>:"/\\|?*\p{Cc}\p{Cf}]/gu, '_')}`
  return `${list}${ofCounty}_${time}.${format}`
}

function tableOf(
  context: Context,
  request: ExportRequest,
  { portions, onSilence }: Pick<OpenedRows, 'portions'> & { readonly onSilence: () => void },
): ExportTable {
  const { settings, clock, actor } = context
  const { timeZone } = settings
  const at = clock.now()
  const { title, columns, filters } = request
  let sent = 0
  async function* counted() {
    for await (const rows of whileAllowed(context, request, portions)) {
      sent += rows.length
      const silent = setTimeout(onSilence, MAX_SILENCE_MS)
      try {
        yield rows
      } finally {
        clearTimeout(silent)
      }
    }
  }
  return {
    title,
    at,
    timeZone,
    columns,
    portions: counted(),
    about: () => [
      ['List', title],
      ['As of', `${localMoments(timeZone)(at)} (${timeZone})`],
      ['Rows', String(sent)],
      ...filters,
      ['Exported by', actor.person.email],
    ],
  }
}

/**
 * Reloads the actor after each portion is read, because their rights may change during a long export. It uses a second
 * connection: the first one sees the past.
 */
async function* whileAllowed(
  context: Context,
  { right }: Pick<ExportRequest, 'right'>,
  portions: OpenedRows['portions'],
): AsyncGenerator<readonly (readonly Cell[])[]> {
  const begunWith = JSON.stringify(countyScope(context.actor.person))
  for await (const rows of portions) {
    const person = await reloadActor(context.database.kysely, { context, ...(right && { right }) })
    if (JSON.stringify(countyScope(person)) !== begunWith) throw failure(OTHER_COUNTY)
    yield rows
  }
}

type Recorded = Pick<ExportRequest, 'list' | 'county' | 'keys' | 'filters'> & {
  readonly format: ExportFormat
  readonly total: number | null
}

async function recordExport(
  context: Context,
  { list, county, keys, filters, format, total }: Recorded,
): Promise<void> {
  const filter = filters.map(([label, text]) => `${label}: ${text}`).join('; ')
  await context.database.kysely.transaction().execute((transaction) =>
    recordAudit(transaction, context, {
      action: 'list.exported',
      subject: { kind: 'portal', id: list },
      countyId: county?.id ?? null,
      after: { list, format, filter, columns: [...keys], ...(total !== null && { rows: total }) },
    }),
  )
}
