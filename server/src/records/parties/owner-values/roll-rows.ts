import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import type { OwnerColumns, OwnerFileCounts, OwnerRow } from '@portal/contract/owners/owners.ts'
import type { OwnerRoll } from './write-roll.ts'

const ROWS_AT_ONCE = 1000

const decompress = promisify(brotliDecompress)

export type RollRows = {
  /** The roll as a JSON array of rows, in chunks. Other calls run between the chunks. */
  rowsJson(roll: OwnerRoll, files: OwnerFileCounts): AsyncGenerator<string>
  /** The roll as columns, in the order of the names. Its readers share them, so nobody changes them. */
  columns(roll: OwnerRoll): Promise<OwnerColumns>
}

/** Concurrent readers of one roll share its columns. */
export function createRollRows(): RollRows {
  const shared = new Map<string, WeakRef<Promise<OwnerColumns>>>()

  const columnsOf = (roll: OwnerRoll): Promise<OwnerColumns> => {
    const name = roll.hash.toString('base64')
    const known = shared.get(name)?.deref()
    if (known) return known
    for (const [gone, reference] of shared) if (!reference.deref()) shared.delete(gone)
    const parsed = parse(roll)
    shared.set(name, new WeakRef(parsed))
    return parsed
  }
  return {
    async *rowsJson(roll, files) {
      yield* writeRows(await columnsOf(roll), files)
    },
    columns: columnsOf,
  }
}

async function* writeRows(columns: OwnerColumns, files: OwnerFileCounts): AsyncGenerator<string> {
  const counts = new Map(files.OwnerNbr.map((owner, at) => [owner, files.FileCount[at]]))
  yield '['
  for (let from = 0; from < columns.OwnerNbr.length; from += ROWS_AT_ONCE) {
    const rows = columns.OwnerNbr.slice(from, from + ROWS_AT_ONCE).map((owner, at) =>
      JSON.stringify(rowAt(columns, from + at, counts.get(owner) ?? 0)),
    )
    yield `${from === 0 ? '' : ','}${rows.join(',')}`
    await yieldToEventLoop()
  }
  yield ']'
}

/** Parses column by column, each on its own line. Parsing all together would block other calls. */
async function parse({ columns }: OwnerRoll): Promise<OwnerColumns> {
  const parsed: Partial<OwnerColumns> = {}
  for (const line of (await decompress(columns)).toString().split('\n')) {
    Object.assign(parsed, JSON.parse(`{${line.replace(/^\{|(?:,|\})$/g, '')}}`))
    await yieldToEventLoop()
  }
  return parsed as OwnerColumns
}

function rowAt(columns: OwnerColumns, at: number, files: number): OwnerRow {
  return {
    OwnerNbr: columns.OwnerNbr[at] ?? 0,
    OwnerName: columns.OwnerName[at] ?? '',
    CAD_OwnerID: columns.CAD_OwnerID[at] ?? '',
    AgentName: columns.AgentName[at] ?? '',
    CurrentValue: columns.CurrentValue[at] ?? null,
    PriorValue: columns.PriorValue[at] ?? null,
    FileCount: files,
  }
}
