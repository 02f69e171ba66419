import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { beforeAll, expect, test } from 'vitest'
import { readProven, provenByTags, type MibProof } from '../engines/storage/proven-bytes.ts'
import { MIB_BYTES } from '../engines/storage/mib-tags.ts'
import { StagedHashes } from '../engines/storage/staged-hashes.ts'
import { DamagedBytes, newStorageKey, type ByteRange, type Storage } from '../engines/storage/storage.ts'

const SIZE = 5_000_000
const LAST = SIZE - 1
const bytes = randomBytes(SIZE)
const whole: ByteRange = { start: 0, end: LAST }

/** Ranges at the borders of MiBs, inside one of them and across several. */
const RANGES: ByteRange[] = [
  whole,
  { start: 0, end: 0 },
  { start: 17, end: MIB_BYTES - 1 },
  { start: MIB_BYTES - 1, end: MIB_BYTES },
  { start: MIB_BYTES, end: 2 * MIB_BYTES - 1 },
  { start: 2 * MIB_BYTES + 5, end: 4 * MIB_BYTES + 5 },
  { start: 4 * MIB_BYTES, end: LAST },
  { start: LAST, end: LAST },
]

/** The tests of reading MiB by MiB on every storage. `open` returns one that need not be empty. */
export function testProvenReads(open: () => Storage): void {
  let key: string
  let mibTags: Buffer
  beforeAll(async () => {
    const storage = open()
    key = newStorageKey()
    mibTags = (await storage.stage(key, inPieces(), { largest: SIZE })).mibTags
    await storage.keep(key)
  })

  /** Reads with the tag of a MiB damaged, which is detected like a damaged MiB. */
  const read = (range: ByteRange, damagedMib?: number) =>
    readProven(open(), { key, size: SIZE, range, isProven: provenByTags(damaged(mibTags, damagedMib)) })

  test.each(RANGES)('A16 proven bytes from $start to $end come as they were', async (range) => {
    const expected = bytes.subarray(range.start, range.end + 1)
    expect((await taken(await read(range))).bytes.equals(expected)).toBe(true)
    expect(Buffer.concat(await (await read(range)).toArray()).equals(expected)).toBe(true)
  })

  test.each([0, 2, 4])('A16 V11.4.3 of MiB %d that is not what was staged no byte leaves', async (mib) => {
    for (const range of RANGES) {
      const [first, last] = [mibOf(range.start), mibOf(range.end)]
      const touched = first < mib && mib <= last ? 'broken off' : 'whole'
      expect(await outcomeOf(() => read(range, mib), range)).toBe(first === mib ? 'refused' : touched)
    }
  })

  test('a reader of proven bytes who leaves early stops the source', async () => {
    const stream = await read(whole)
    const closed = new Promise((resolve) => void stream.once('close', resolve))
    stream.destroy()
    await closed
    expect(stream.readableEnded).toBe(false)
  })
}

function damaged(mibTags: Buffer, mib: number | undefined): Buffer {
  if (mib === undefined) return mibTags
  const other = Buffer.from(mibTags)
  randomBytes(16).copy(other, 32 + mib * 16)
  return other
}

/** The outcome of piping bytes to a writer. */
async function outcomeOf(begin: () => Promise<Readable>, { start, end }: ByteRange): Promise<string> {
  const stream = await begin().catch((error: unknown) => error)
  if (stream instanceof DamagedBytes) return 'refused'
  const { bytes: came, error } = await taken(stream as Readable)
  if (!came.equals(bytes.subarray(start, start + came.length))) return 'wrong'
  if (error instanceof DamagedBytes) return 'broken off'
  return came.length === end + 1 - start ? 'whole' : 'cut short'
}

function mibOf(at: number): number {
  return Math.floor(at / MIB_BYTES)
}

/** The bytes that a writer gets from a pipe, and the error of the stream. */
export async function taken(source: Readable): Promise<{ bytes: Buffer; error: unknown }> {
  const pieces: Buffer[] = []
  const writer = new Writable({
    write(piece: Buffer, _encoding, done) {
      pieces.push(Buffer.from(piece))
      setImmediate(done)
    },
  })
  source.pipe(writer)
  const error = await finished(source).catch((cause: unknown) => cause)
  return { bytes: Buffer.concat(pieces), error }
}

async function* inPieces(): AsyncGenerator<Buffer> {
  for (let at = 0; at < SIZE; at += 65_536) yield bytes.subarray(at, at + 65_536)
}

/** The proof of bytes, as staging creates it. */
export function proofOf(some: Buffer): MibProof {
  const hashes = new StagedHashes()
  hashes.add(some)
  return provenByTags(hashes.finish().mibTags)
}
