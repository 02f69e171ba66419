import type { Party } from '../../../lib/parties.ts'
import { ownerForFirm, type QueueFields } from '../facts/owner-facts.ts'
import type { OwnerRight } from '../facts/owner-right.ts'
import type { QueueEntry } from '../sender/queue-entry.ts'
import type { KnownWords } from './known-words.ts'
import type { SheetRow } from './read-sheet.ts'
import { readRow, type RowFacts, type UnknownWord } from './row-facts.ts'
import { cellOf, toSheet, type Column, type Sheet } from './sheet-columns.ts'

/** Finds the organizations with these numbers in a county, or in all counties if it is null. */
export type FindParties = (
  countyId: number | null,
  numbers: readonly number[],
) => Promise<ReadonlyMap<number, Party>>

export type FilledFile = { readonly entry: QueueEntry; readonly facts: Partial<QueueFields> }

/** The changes that a sheet would make to the queue's files; none is applied yet. */
export type SheetPlan = {
  readonly filled: readonly FilledFile[]
  /** Lines without effect, each with the reason. */
  readonly unused: readonly { readonly line: number; readonly name: string; readonly why: string }[]
  readonly unknown: readonly (UnknownWord & { readonly line: number })[]
  /** Files that no line names. */
  readonly without: readonly QueueEntry[]
  readonly unusedColumns: readonly string[]
  /** Whether any line names a file of the queue. */
  readonly isAboutFiles: boolean
}

export type Queued = { readonly entries: readonly QueueEntry[]; readonly forAll: QueueFields }

type SearchedFile = Queued & { readonly known: KnownWords; readonly findParties: FindParties }

type Line = { readonly line: number; readonly name: string }

type Matched = Line & { readonly entry: QueueEntry; readonly cell: (column: Column) => string }

/** Reads the lines and matches them with the files they name. */
export async function planSheet(rows: readonly SheetRow[], asked: SearchedFile): Promise<SheetPlan> {
  const find = fileFinder(asked.entries)
  const sheet = toSheet(rows, (cell) => find(cell).length > 0)
  const { matched, unused } = matchLines(sheet, find)
  const read = matched.map((line) => ({ ...line, ...readRow({ ...line, ...asked }) }))
  const parties = await findOwners(read, asked)
  const told = read.map((line) => withOwner(line, parties, asked.known.ownerRight))
  const isNamed = new Set(matched.map(({ entry }) => entry.key))
  return {
    filled: told.filter(({ facts }) => Object.keys(facts).length > 0),
    unused: [
      ...unused,
      ...told
        .filter(({ facts, unknown }) => Object.keys(facts).length === 0 && unknown.length === 0)
        .map(({ line, name }) => ({ line, name, why: 'says nothing of its file.' })),
    ].toSorted((one, other) => one.line - other.line),
    unknown: told.flatMap(({ line, unknown }) => unknown.map((word) => ({ ...word, line }))),
    without: asked.entries.filter((entry) => isOpen(entry) && !isNamed.has(entry.key)),
    unusedColumns: sheet.unused,
    isAboutFiles: sheet.rows.some((row) => find(cellOf(sheet, row, 'file')).length > 0),
  }
}

function isOpen({ state, uploadId }: QueueEntry): boolean {
  return state.is === 'chosen' && uploadId === null
}

function matchLines(sheet: Sheet, find: ReturnType<typeof fileFinder>) {
  const matched: Matched[] = []
  const unused: SheetPlan['unused'][number][] = []
  const lineOf = new Map<string, number>()
  for (const row of sheet.rows) {
    const name = cellOf(sheet, row, 'file')
    const { line } = row
    const [entry, ...others] = find(name)
    const earlier = lineOf.get(entry?.key ?? '')
    const leave = (why: string) => unused.push({ line, name, why })
    if (name === '') leave('names no file.')
    else if (!entry) leave('no file of the list has this name.')
    else if (others.length > 0) leave(`${others.length + 1} files have this name: write its folder too.`)
    else if (!isOpen(entry)) leave('this file has been sent already.')
    else if (earlier !== undefined) leave(`line ${earlier} names this file already.`)
    else {
      lineOf.set(entry.key, line)
      matched.push({ line, name, entry, cell: (column) => cellOf(sheet, row, column) })
    }
  }
  return { matched, unused }
}

type Read = Matched & RowFacts

type Parties = ReadonlyMap<number | null, ReadonlyMap<number, Party>>

async function findOwners(lines: readonly Read[], { findParties }: SearchedFile): Promise<Parties> {
  const owners = lines.flatMap(({ owner }) => owner ?? [])
  const byCounty = Map.groupBy(owners, ({ countyId }) => countyId)
  const found = [...byCounty].map(
    async ([countyId, named]) =>
      [
        countyId,
        await findParties(countyId, [...new Set(named.map(({ partyNumber }) => partyNumber))]),
      ] as const,
  )
  return new Map(await Promise.all(found))
}

function withOwner(line: Read, parties: Parties, right: OwnerRight): Read {
  if (!line.owner) return line
  const { partyNumber, countyId } = line.owner
  const party = parties.get(countyId)?.get(partyNumber)
  if (party) {
    const found = { partyNumber, name: party.name, countyId }
    const owner = right === 'name' ? ownerForFirm(found) : found
    return { ...line, facts: { ...line.facts, owner } }
  }
  const word: UnknownWord = { column: 'owner', word: String(partyNumber), why: NOBODY }
  return { ...line, unknown: [...line.unknown, word] }
}

const NOBODY = 'no organization of the county matches this party number.'

/** Finds the files that a cell may name: by path or name, ignoring case. Several if the cell is ambiguous. */
function fileFinder(entries: readonly QueueEntry[]): (cell: string) => readonly QueueEntry[] {
  const byName = Map.groupBy(entries, ({ name }) => folded(name))
  return (cell) => {
    const path = folded(cell)
    const alike = byName.get(path.slice(path.lastIndexOf('/') + 1)) ?? []
    const same = alike.filter((entry) => pathOf(entry) === path)
    if (same.length > 0) return same
    // A sheet may contain more parent folders than were dropped, or fewer.
    const near = alike.filter((entry) => endsAs(pathOf(entry), path) || endsAs(path, pathOf(entry)))
    return near.length > 0 ? near : alike
  }
}

function endsAs(longer: string, shorter: string): boolean {
  return longer.endsWith(`/${shorter}`)
}

function pathOf({ folder, name }: QueueEntry): string {
  return folded(folder === '' ? name : `${folder}/${name}`)
}

/** Operating systems use two Unicode forms for one name, and either slash between folders. */
function folded(path: string): string {
  return path
    .trim()
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('\\', '/')
    .replace(/^(\.?\/)+/u, '')
}
