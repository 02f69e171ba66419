import { createHash, type Hash } from 'node:crypto'
import { CommandError } from '../../engines/commands/command.ts'
import { readText, type FileText } from './file-text.ts'
import { delimiterOf, namesDelimiter, readHeader } from './header.ts'
import { createLineReader, type LineResult } from './read-line.ts'
import { createRecordReader, type FileRecord, type RecordReader } from './record-reader.ts'
import type { ImportKind } from './import-kind.ts'
import { createRefusedLines, type RefusedLines } from './refused-lines.ts'
import type { StagedLine } from './staging.repository.ts'

/** Counts, by result, of the nonblank lines below the header. */
export type LineCounts = {
  read: number
  good: number
  skipped: number
  readonly refused: RefusedLines
  /** Whether each good line has a higher number than the one before. If so, no line repeats another. */
  isAscending: boolean
  /** Of the bytes read so far. */
  readonly sha256: Hash
}

/** The counts before anything is read. */
export function newTally(): LineCounts {
  return {
    read: 0,
    good: 0,
    skipped: 0,
    refused: createRefusedLines(),
    isAscending: true,
    sha256: createHash('sha256'),
  }
}

type Source = {
  readonly text: FileText
  readonly kind: ImportKind
  readonly countyNumber: string | null
  readonly year: number | null
}

type Watch = { readonly tally: LineCounts; progress(line: string): void }

/**
 * The lines to stage, in chunks: the good lines, and the numbers of bad lines if readable.
 * @throws CommandError with one line if the file is not of that kind.
 */
export async function* stagedLines(source: Source, { tally, progress }: Watch): AsyncGenerator<StagedLine[]> {
  const stage = createStager(source, tally)
  for await (const records of recordsOf(source, { tally, progress })) {
    yield records.map(stage.take).filter((line) => line !== null)
  }
  if (!stage.hasHeader()) throw new CommandError(`${source.text.path} has no line that names the columns.`)
}

async function* recordsOf({ text, kind }: Source, { tally, progress }: Watch): AsyncGenerator<FileRecord[]> {
  let reader: RecordReader | null = null
  try {
    for await (const chunk of readText(text, tally.sha256)) {
      reader ??= createRecordReader(delimiterOf(chunk.text, kind))
      yield reader.push(chunk.text)
      progress(`Reading ${Math.floor((100 * chunk.bytesRead) / text.bytes)} % …`)
    }
    if (reader) yield reader.end()
  } catch (error) {
    throw error instanceof RangeError ? new CommandError(`${text.path}: ${error.message}.`) : error
  }
}

/** The first nonblank record names the columns. Each later record becomes a staged line, or is only counted. */
function createStager({ text, kind, countyNumber, year }: Source, tally: LineCounts) {
  let read: ((record: FileRecord) => LineResult) | null = null
  let lastNumber = 0
  return { take, hasHeader: () => read !== null }

  function take(record: FileRecord): StagedLine | null {
    if (!read) {
      if (record.fault === undefined && record.cells.every((cell) => cell.trim() === '')) return null
      if (record.line === 1 && namesDelimiter(record.cells)) return null
      const header = readHeader(record.cells, { kind, path: text.path })
      read = createLineReader({ header, countyNumber, year, path: text.path })
      return null
    }
    const result = read(record)
    if (result.kind === 'blank') return null
    tally.read += 1
    if (result.kind === 'good') return goodLine(record.line, result.values)
    if (result.kind === 'skipped') {
      tally.skipped += 1
      return null
    }
    tally.refused.add(result.refused)
    return result.key === null ? null : refusedLine(record.line, result.key)
  }

  function goodLine(line: number, values: StagedLine['values']): StagedLine {
    const number = Number(values[0])
    tally.good += 1
    tally.isAscending &&= number > lastNumber
    lastNumber = number
    return { line, isRefused: false, values }
  }

  function refusedLine(line: number, key: string): StagedLine {
    return { line, isRefused: true, values: kind.columns.map((_, at) => (at === 0 ? key : null)) }
  }
}
