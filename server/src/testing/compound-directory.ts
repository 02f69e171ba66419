/** The content of an OLE file: streams by name, and storages, which have streams of their own. */
export type Storage = {
  streams?: Readonly<Record<string, Buffer>>
  storages?: Readonly<Record<string, Storage>>
}

/** `left`, `right` and `child` are numbers of entries. A storage has no content. */
type Entry = {
  name: string
  kind: Kind
  content: Buffer | null
  left: number
  right: number
  child: number
}
type Kind = keyof typeof KIND_NUMBERS

const KIND_NUMBERS = { storage: 1, stream: 2, root: 5 }
const NONE = 0xff_ff_ff_ff
const BLACK = 1

/** The directory of an OLE file: the root, and every storage's children as a balanced tree of siblings. */
export function directoryEntries(root: Storage): Entry[] {
  const entries: Entry[] = []
  add(entries, 'Root Entry', 'root', root)
  return entries
}

function add(entries: Entry[], name: string, kind: Kind, content: Storage | Buffer): number {
  const number = entries.length
  const entry: Entry = { name, kind, content: null, left: NONE, right: NONE, child: NONE }
  entries.push(entry)
  if (Buffer.isBuffer(content)) entry.content = content
  else entry.child = addChildren(entries, content)
  return number
}

function addChildren(entries: Entry[], { streams = {}, storages = {} }: Storage): number {
  const numbers = [
    ...Object.entries(streams).map(([name, content]) => add(entries, name, 'stream', content)),
    ...Object.entries(storages).map(([name, content]) => add(entries, name, 'storage', content)),
  ]
  return linked(
    entries,
    numbers.toSorted((a, b) => inOrder(entries[a]?.name ?? '', entries[b]?.name ?? '')),
  )
}

/** Shorter names first, then by letters, ignoring case (MS-CFB, 2.6.4). */
function inOrder(a: string, b: string): number {
  if (a.length !== b.length) return a.length - b.length
  return a.toUpperCase() < b.toUpperCase() ? -1 : 1
}

/** Builds a tree of sorted siblings and returns its top. */
function linked(entries: Entry[], numbers: readonly number[]): number {
  const middle = Math.floor(numbers.length / 2)
  const top = numbers[middle]
  const entry = top === undefined ? undefined : entries[top]
  if (top === undefined || entry === undefined) return NONE
  entry.left = linked(entries, numbers.slice(0, middle))
  entry.right = linked(entries, numbers.slice(middle + 1))
  return top
}

/** The 128 bytes of an entry. `sector` and `size` locate its content. */
export function entryBytes({ name, kind, left, right, child }: Entry, sector: number, size: number): Buffer {
  const bytes = Buffer.alloc(128)
  bytes.write(name, 0, 62, 'utf16le')
  bytes.writeUInt16LE(Math.min(name.length + 1, 32) * 2, 64)
  bytes.writeUInt8(KIND_NUMBERS[kind], 66)
  bytes.writeUInt8(BLACK, 67)
  bytes.writeUInt32LE(left, 68)
  bytes.writeUInt32LE(right, 72)
  bytes.writeUInt32LE(child, 76)
  bytes.writeUInt32LE(kind === 'storage' ? 0 : sector, 116)
  bytes.writeUInt32LE(size, 120)
  return bytes
}
