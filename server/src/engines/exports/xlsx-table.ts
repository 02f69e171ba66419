import { PassThrough, Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { ZipFile } from 'yazl'
import type { ExportTable } from './export-table.ts'
import { sheetFile, workbookParts, type SheetFacts } from './xlsx-parts.ts'
import { aboutSheet, MAX_SHEET_ROWS, RowReader, sheetOf } from './xlsx-sheet.ts'

/** The fastest that compresses: the XML repeats itself so much that a better one saves little. */
const COMPRESSION = 1
const BUFFERED_BYTES = 65_536

/**
 * A table as XLSX, written as it is read: further sheets take the rows that do not fit on one, and the last sheet says
 * what the file contains. Texts that a spreadsheet would run as formulas begin with an apostrophe.
 */
export function xlsxTable(table: ExportTable, maxSheetRows = MAX_SHEET_ROWS): Readable {
  const body = new PassThrough()
  writeArchive(body, table, maxSheetRows).catch((error: unknown) => {
    body.destroy(error instanceof Error ? error : new Error(String(error)))
  })
  return body
}

async function writeArchive(body: PassThrough, table: ExportTable, maxRows: number): Promise<void> {
  // Few exports are of this format, so a server starts without it.
  const { ZipFile } = await import('yazl')
  const zip = new ZipFile()
  zip.outputStream.pipe(body)
  zip.on('error', (error) => body.destroy(error))
  const entries = new EntryWriter(zip, table.at)
  body.once('close', () => entries.stop())
  if (body.destroyed) entries.stop()
  await writeBook(entries, table, maxRows)
  zip.end()
}

async function writeBook(entries: EntryWriter, table: ExportTable, maxRows: number): Promise<void> {
  const reader = new RowReader(table)
  const sheets: SheetFacts[] = []
  const write = (xml: AsyncIterable<string> | Iterable<string>) =>
    entries.write(`xl/${sheetFile(sheets.length + 1)}`, xml)
  try {
    do {
      const name = sheets.length === 0 ? table.title : `${table.title} ${sheets.length + 1}`
      let filtered: string | null = null
      const onWritten = (cells: string) => void (filtered = cells)
      await write(sheetOf({ ...table, maxRows, onWritten }, reader))
      sheets.push({ name, filtered })
    } while (await reader.hasMore())
  } finally {
    await reader.close()
  }
  await write([aboutSheet(table.about())])
  sheets.push({ name: 'About', filtered: null })
  for (const [name, xml] of Object.entries(workbookParts(sheets, table))) await entries.write(name, [xml])
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
