import { Inflate } from 'fflate'
import { UnreadableFile } from '../file-text.ts'

/** The files of a zip, which are inflated piece by piece, so that a bomb never fills the memory. */
export type ZipParts = {
  readonly names: readonly string[]
  /** Calls `use` with the bytes of a file until it returns false. A damaged file ends early. */
  read(name: string, use: (bytes: Uint8Array) => boolean): void
}

type Entry = { readonly method: number; readonly start: number; readonly size: number }

const END = 0x06054b50
const DIRECTORY_ENTRY = 0x02014b50
const DEFLATED = 8
/** A zip can end with a comment of 64 KB. */
const END_WITHIN = 65_557
/** More files than any office program writes. */
const MAX_ENTRIES = 20_000
/** Compressed bytes of a piece, which can grow a thousand times. */
const PIECE = 4096

/** @throws UnreadableFile if it is not a zip. */
export function openZip(bytes: Buffer): ZipParts {
  const entries = entriesOf(bytes)
  return {
    names: [...entries.keys()],
    read(name, use) {
      const entry = entries.get(name)
      if (entry) inflate(bytes, entry, use)
    },
  }
}

function entriesOf(bytes: Buffer): Map<string, Entry> {
  const end = bytes.subarray(-END_WITHIN).lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  const at = end === -1 ? -1 : Math.max(0, bytes.length - END_WITHIN) + end
  if (at === -1 || at + 22 > bytes.length || bytes.readUInt32LE(at) !== END)
    throw new UnreadableFile('damaged')
  const entries = new Map<string, Entry>()
  let place = bytes.readUInt32LE(at + 16)
  while (place + 46 <= bytes.length && entries.size < MAX_ENTRIES) {
    if (bytes.readUInt32LE(place) !== DIRECTORY_ENTRY) break
    const [name, extra, comment] = [28, 30, 32].map((offset) => bytes.readUInt16LE(place + offset))
    const nameEnd = place + 46 + (name ?? 0)
    entries.set(bytes.toString('utf8', place + 46, nameEnd), {
      method: bytes.readUInt16LE(place + 10),
      size: bytes.readUInt32LE(place + 20),
      start: bytes.readUInt32LE(place + 42),
    })
    place = nameEnd + (extra ?? 0) + (comment ?? 0)
  }
  return entries
}

function inflate(bytes: Buffer, { method, start, size }: Entry, use: (bytes: Uint8Array) => boolean): void {
  if (start + 30 > bytes.length) return
  const from = start + 30 + bytes.readUInt16LE(start + 26) + bytes.readUInt16LE(start + 28)
  const packed = bytes.subarray(from, from + size)
  const state = { isWanted: true }
  const take = (piece: Uint8Array) => {
    if (state.isWanted) state.isWanted = use(piece)
  }
  const inflater = method === DEFLATED ? new Inflate(take) : null
  try {
    for (let at = 0; at < packed.length && state.isWanted; at += PIECE) {
      const piece = packed.subarray(at, at + PIECE)
      if (inflater) inflater.push(piece, at + PIECE >= packed.length)
      else take(piece)
    }
  } catch {
    // The part before the damage counts.
  }
}
