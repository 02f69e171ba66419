import type { ByteSource } from './byte-source.ts'

/** An OLE file, MS-CFB: sectors chained through an allocation table, with a directory of 128-byte entries. */
export type CompoundFile = {
  /** Names of the streams directly below the root. Skips broken parts and loops. */
  rootStreamNames(): Promise<string[]>
}

const HEADER_BYTES = 512
const ENTRY_BYTES = 128
/** Larger sector numbers mean end of chain, free, or a table. */
const LARGEST_SECTOR = 0xff_ff_ff_fa
const NO_ENTRY = 0xff_ff_ff_ff
const TABLE_SECTORS_IN_HEADER = 109
const STREAM = 2
/** Limits the walk through a crafted or broken file; no real root comes close to it. */
const MAX_ROOT_CHILDREN = 4_096

type Layout = { shift: number; document: ByteSource; header: Buffer }

/** Returns null if the header is not an OLE header. */
export async function openCompoundFile(document: ByteSource): Promise<CompoundFile | null> {
  const header = await document.read(0, HEADER_BYTES)
  if (header.length < HEADER_BYTES) return null
  const shift = header.readUInt16LE(30)
  if (shift !== 9 && shift !== 12) return null
  const layout = { shift, document, header }
  const directory = chainOf(layout, header.readUInt32LE(48), allocationTable(layout))
  return { rootStreamNames: () => walkRoot(layout, directory) }
}

async function sector(layout: Layout, number: number, offset: number, length: number): Promise<Buffer> {
  return layout.document.read((number + 1) * 2 ** layout.shift + offset, length)
}

type NextSector = (number: number) => Promise<number | null>

/** Returns the sector after a sector, or null at the end of its chain and outside the file. */
function allocationTable(layout: Layout): NextSector {
  const numbersInSector = 2 ** layout.shift / 4
  const tableSector = tableSectors(layout)
  return async (number) => {
    const table = await tableSector(Math.floor(number / numbersInSector))
    if (table === null) return null
    return sectorNumber(await sector(layout, table, (number % numbersInSector) * 4, 4))
  }
}

/** Finds the nth sector of the allocation table: the first 109 are in the header, the rest in a chain of their own. */
function tableSectors(layout: Layout): NextSector {
  const numbersInSector = 2 ** layout.shift / 4 - 1
  const lists: number[] = []
  return async (index) => {
    if (index < TABLE_SECTORS_IN_HEADER)
      return sectorNumber(layout.header.subarray(76 + index * 4, 80 + index * 4))
    const place = index - TABLE_SECTORS_IN_HEADER
    const wanted = Math.floor(place / numbersInSector)
    while (lists.length <= wanted) {
      const last = lists.at(-1)
      const next =
        last === undefined
          ? sectorNumber(layout.header.subarray(68, 72))
          : sectorNumber(await sector(layout, last, numbersInSector * 4, 4))
      if (next === null || lists.includes(next)) return null
      lists.push(next)
    }
    const list = lists[wanted]
    return list === undefined
      ? null
      : sectorNumber(await sector(layout, list, (place % numbersInSector) * 4, 4))
  }
}

function sectorNumber(bytes: Buffer): number | null {
  if (bytes.length < 4) return null
  const number = bytes.readUInt32LE(0)
  return number < LARGEST_SECTOR ? number : null
}

type ChainSector = (index: number) => Promise<number | null>

/** Finds the nth sector of a chain and follows it only that far; null past its end or if it loops. */
function chainOf(layout: Layout, first: number, next: NextSector): ChainSector {
  const known: number[] = []
  const seen = new Set<number>()
  let ahead: number | null = first < LARGEST_SECTOR ? first : null
  return async (index) => {
    while (known.length <= index && ahead !== null) {
      if (seen.has(ahead) || (ahead + 1) * 2 ** layout.shift >= layout.document.size) ahead = null
      else {
        known.push(ahead)
        seen.add(ahead)
        ahead = await next(ahead)
      }
    }
    return known[index] ?? null
  }
}

type Entry = { name: string; type: number; left: number; right: number; child: number }

async function readEntry(layout: Layout, directory: ChainSector, id: number): Promise<Entry | null> {
  const entriesInSector = 2 ** layout.shift / ENTRY_BYTES
  const place = await directory(Math.floor(id / entriesInSector))
  if (place === null) return null
  const bytes = await sector(layout, place, (id % entriesInSector) * ENTRY_BYTES, ENTRY_BYTES)
  if (bytes.length < ENTRY_BYTES) return null
  // The length includes the closing zero; a name has room for 32 units including it.
  const nameBytes = Math.min(Math.max(bytes.readUInt16LE(64) - 2, 0), 62) & ~1
  return {
    name: bytes.toString('utf16le', 0, nameBytes),
    type: bytes.readUInt8(66),
    left: bytes.readUInt32LE(68),
    right: bytes.readUInt32LE(72),
    child: bytes.readUInt32LE(76),
  }
}

/** The root's children form a binary tree of siblings. Its order is not trusted; each node is visited once. */
async function walkRoot(layout: Layout, directory: ChainSector): Promise<string[]> {
  const names: string[] = []
  const root = await readEntry(layout, directory, 0)
  if (root === null) return names
  const seen = new Set<number>([0])
  const open = [root.child]
  while (open.length > 0 && seen.size <= MAX_ROOT_CHILDREN) {
    const id = open.pop()
    if (id === undefined || id === NO_ENTRY || seen.has(id)) continue
    seen.add(id)
    const entry = await readEntry(layout, directory, id)
    if (entry === null) continue
    if (entry.type === STREAM) names.push(entry.name)
    open.push(entry.left, entry.right)
  }
  return names
}
