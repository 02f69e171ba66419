import { directoryEntries, entryBytes, type Storage } from './compound-directory.ts'

const SECTOR_BYTES = 512
const NUMBERS_IN_SECTOR = SECTOR_BYTES / 4
const TABLE_SECTORS_IN_HEADER = 109
const END_OF_CHAIN = 0xff_ff_ff_fe
const TABLE_SECTOR = 0xff_ff_ff_fd
const LIST_SECTOR = 0xff_ff_ff_fc
/** Shorter streams would be in a second, smaller kind of sector. */
const SMALLEST_STREAM = 4096

/** An OLE file (MS-CFB, version 3). Streams shorter than 4096 bytes are padded with zeros. */
export function compoundFile(root: Storage): Buffer {
  const entries = directoryEntries(root)
  const contents = entries.map(({ content }) => filledUp(content))
  const directory = Buffer.alloc(wholeSectors(entries.length * 128))
  const chains: number[] = []
  for (const [index, entry] of entries.entries()) {
    const content = contents[index] ?? Buffer.alloc(0)
    directory.set(entryBytes(entry, addChain(chains, content.length), content.length), index * 128)
  }
  const directoryAt = addChain(chains, directory.length)
  const tables = allocationTables(chains)
  return Buffer.concat([
    header(directoryAt, tables),
    ...contents.map((content) => Buffer.concat([content], wholeSectors(content.length))),
    directory,
    tables.table,
    tables.list,
  ])
}

function filledUp(content: Buffer | null): Buffer {
  if (content === null) return Buffer.alloc(0)
  return content.length < SMALLEST_STREAM ? Buffer.concat([content], SMALLEST_STREAM) : content
}

function wholeSectors(bytes: number): number {
  return Math.ceil(bytes / SECTOR_BYTES) * SECTOR_BYTES
}

/** Chains the next sectors of the file for this many bytes, and returns the first of them. */
function addChain(chains: number[], bytes: number): number {
  const first = chains.length
  const last = first + wholeSectors(bytes) / SECTOR_BYTES - 1
  if (last < first) return END_OF_CHAIN
  while (chains.length < last) chains.push(chains.length + 1)
  chains.push(END_OF_CHAIN)
  return first
}

/** The allocation table, and the list of its sectors that do not fit into the header; both in sectors. */
type Tables = { table: Buffer; list: Buffer; tableAt: number; listAt: number }

function allocationTables(chains: readonly number[]): Tables {
  let tableSectors = 0
  let listSectors = 0
  while (tableSectors * NUMBERS_IN_SECTOR < chains.length + tableSectors + listSectors) {
    tableSectors += 1
    listSectors = Math.ceil(Math.max(0, tableSectors - TABLE_SECTORS_IN_HEADER) / (NUMBERS_IN_SECTOR - 1))
  }
  const tableAt = chains.length
  const listAt = tableAt + tableSectors
  const table = inSectors([
    ...chains,
    ...Array.from({ length: tableSectors }, () => TABLE_SECTOR),
    ...Array.from({ length: listSectors }, () => LIST_SECTOR),
  ])
  return { table, list: inSectors(listNumbers(tableAt, tableSectors, listAt)), tableAt, listAt }
}

/** Each sector of the list ends with the number of the next one. */
function listNumbers(tableAt: number, tableSectors: number, listAt: number): number[] {
  const numbers: number[] = []
  for (let index = TABLE_SECTORS_IN_HEADER; index < tableSectors; index += 1) {
    if (numbers.length % NUMBERS_IN_SECTOR === NUMBERS_IN_SECTOR - 1) {
      numbers.push(listAt + (numbers.length + 1) / NUMBERS_IN_SECTOR)
    }
    numbers.push(tableAt + index)
  }
  return numbers
}

function inSectors(numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(wholeSectors(numbers.length * 4), 0xff)
  for (const [index, number] of numbers.entries()) bytes.writeUInt32LE(number, index * 4)
  return bytes
}

function header(directoryAt: number, { table, list, tableAt, listAt }: Tables): Buffer {
  const tableSectors = table.length / SECTOR_BYTES
  const bytes = Buffer.alloc(SECTOR_BYTES, 0xff)
  bytes.fill(0, 8, 76)
  bytes.write('d0cf11e0a1b11ae1', 0, 'hex')
  // Versions, byte order, and the two sector sizes as powers of two.
  bytes.writeUInt16LE(0x3e, 24)
  bytes.writeUInt16LE(3, 26)
  bytes.writeUInt16LE(0xff_fe, 28)
  bytes.writeUInt16LE(9, 30)
  bytes.writeUInt16LE(6, 32)
  bytes.writeUInt32LE(tableSectors, 44)
  bytes.writeUInt32LE(directoryAt, 48)
  bytes.writeUInt32LE(SMALLEST_STREAM, 56)
  bytes.writeUInt32LE(END_OF_CHAIN, 60)
  bytes.writeUInt32LE(list.length > 0 ? listAt : END_OF_CHAIN, 68)
  bytes.writeUInt32LE(list.length / SECTOR_BYTES, 72)
  const inHeader = Math.min(tableSectors, TABLE_SECTORS_IN_HEADER)
  for (let index = 0; index < inHeader; index += 1) bytes.writeUInt32LE(tableAt + index, 76 + index * 4)
  return bytes
}
