import { PassThrough, Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import type { ExportTable } from './export-table.ts'
import { sheetFile, workbookParts } from './xlsx-parts.ts'
import { aboutSheet, MAX_SHEET_ROWS, RowReader, sheetOf } from './xlsx-sheet.ts'

/** The fastest that compresses: the XML repeats itself so much that a better one saves little. */
const COMPRESSION = 1
const BUFFERED_BYTES = 65_536

/**
 * A table as XLSX, written as it is read: further sheets take the rows that do not fit on one, and the last sheet says
 * what the file contains. Texts that a spreadsheet would run as formulas begin with an apostrophe.
 */
export function xlsxTable(table: ExportTable, maxSheetRows = MAX_SHEET_ROWS): Readable {
  const zip = new ZipFile()
  const body = new PassThrough()
  zip.outputStream.pipe(body)
  zip.on('error', (error) => body.destroy(error))
  const entries = new EntryWriter(zip, table.at)
  body.once('close', () => entries.stop())
  writeBook(entries, table, maxSheetRows).then(
    () => zip.end(),
    (error: unknown) => body.destroy(error instanceof Error ? error : new Error(String(error))),
  )
  return body
}

async function writeBook(entries: EntryWriter, table: ExportTable, maxRows: number): Promise<void> {
  const reader = new RowReader(table)
  const names: string[] = []
  try {
    do {
      names.push(names.length === 0 ? table.title : `${table.title} ${names.length + 1}`)
      await entries.write(`xl/${sheetFile(names.length)}`, sheetOf({ ...table, maxRows }, reader))
    } while (await reader.hasMore())
  } finally {
    await reader.close()
  }
  names.push('About')
  await entries.write(`xl/${sheetFile(names.length)}`, [aboutSheet(table.about)])
  for (const [name, xml] of Object.entries(workbookParts(names, table))) await entries.write(name, [xml])
}

/** Writes one entry of an archive after the other, at the speed of the reader. */
class EntryWriter {
  readonly #zip: ZipFile
  readonly #at: Date
  #current: Readable | null = null
  #isStopped = false

  constructor(zip: ZipFile, at: Date) {
    this.#zip = zip
    this.#at = at
  }

  /**
   * Resolves when the entry is read to its end.
   * @throws what `content` throws, and if the reader is gone.
   */
  async write(name: string, content: AsyncIterable<string> | Iterable<string>): Promise<void> {
    if (this.#isStopped) throw new Error('The reader of the file is gone.')
    const source = Readable.from(content, { objectMode: false, highWaterMark: BUFFERED_BYTES })
    this.#current = source
    this.#zip.addReadStream(source, name, { mtime: this.#at, compressionLevel: COMPRESSION })
    await finished(source)
  }

  stop(): void {
    this.#isStopped = true
    this.#current?.destroy()
  }
}
