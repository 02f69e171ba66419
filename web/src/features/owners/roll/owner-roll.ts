import type { OwnerColumns } from '@portal/contract/owners/owners.ts'

/** The texts of a column in one string, because that travels between threads in one piece. */
export type TextColumn = {
  readonly text: string
  /** Where each row's text starts; one more entry marks the end. */
  readonly starts: Uint32Array
}

/** The roll of a county and year, by columns: row n is the n-th in the order of the names. */
export type OwnerRoll = {
  readonly count: number
  readonly partyNumbers: Float64Array
  readonly names: TextColumn
  readonly cadIds: TextColumn
  readonly agents: TextColumn
  /** Dollars; NaN where there is no value. */
  readonly currentValues: Float64Array
  readonly priorValues: Float64Array
  /** The names in the form in which they are searched. */
  readonly searchNames: TextColumn
}

/** No text in the database can contain it. */
const SEPARATOR = '\0'

/** Reads the columns of an answer: some 200 ms for 300,000 rows, so not on the thread where people scroll and type. */
export function readRoll(columns: OwnerColumns): OwnerRoll {
  const names = joined(columns.OwnerName)
  return {
    count: columns.OwnerNbr.length,
    partyNumbers: Float64Array.from(columns.OwnerNbr),
    names,
    cadIds: joined(columns.CAD_OwnerID),
    agents: joined(columns.AgentName),
    currentValues: valuesOf(columns.CurrentValue),
    priorValues: valuesOf(columns.PriorValue),
    searchNames: split(searchForm(names.text), columns.OwnerNbr.length),
  }
}

/** The text of a row. */
export function textAt({ text, starts }: TextColumn, row: number): string {
  return text.slice(starts[row], (starts[row + 1] ?? 1) - SEPARATOR.length)
}

/**
 * How names and search terms are compared: case does not count, as Unicode has it (ß is ss, İ is i), nor which white
 * space stands between words, nor how an accent is written.
 */
export function searchForm(text: string): string {
  return text
    .normalize('NFC')
    .toUpperCase()
    .toLowerCase()
    .replaceAll('ς', 'σ')
    .replaceAll('\u0307', '')
    .replaceAll(/[^\S ]\s*| \s+/gu, ' ')
}

function joined(texts: readonly string[]): TextColumn {
  const starts = new Uint32Array(texts.length + 1)
  let next = 0
  for (const [row, text] of texts.entries()) {
    starts[row] = next
    next += text.length + SEPARATOR.length
  }
  starts[texts.length] = next
  return { text: texts.join(SEPARATOR), starts }
}

function split(text: string, count: number): TextColumn {
  const starts = new Uint32Array(count + 1)
  let next = 0
  for (let row = 0; row < count; row += 1) {
    starts[row] = next
    const end = text.indexOf(SEPARATOR, next)
    next = (end === -1 ? text.length : end) + SEPARATOR.length
  }
  starts[count] = next
  return { text, starts }
}

/** What is not numeric is no value (specification, section 2); an empty text would otherwise count as 0. */
function valuesOf(values: readonly (number | string | null)[]): Float64Array {
  return Float64Array.from(values, (value) =>
    value === null || String(value).trim() === '' ? Number.NaN : Number(value),
  )
}
