import { createHash, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { provenByTags } from './proven-bytes.ts'
import { MIB_BYTES } from './mib-tags.ts'
import { StagedHashes } from './staged-hashes.ts'
import type { StagedBytes } from './storage.ts'

function mibsOf(bytes: Buffer): Buffer[] {
  const length = Math.ceil(bytes.length / MIB_BYTES)
  return Array.from({ length }, (_mib, at) => bytes.subarray(at * MIB_BYTES, (at + 1) * MIB_BYTES))
}

function stagedIn(bytes: Buffer, piece: number): StagedBytes {
  const hashes = new StagedHashes()
  for (let at = 0; at < bytes.length; at += piece) hashes.add(bytes.subarray(at, at + piece))
  expect(hashes.size).toBe(bytes.length)
  return hashes.finish()
}

function flipped(mib: Buffer, at: number): Buffer {
  const other = Buffer.from(mib)
  other[at] = (other[at] ?? 0) ^ 1
  return other
}

test.each([
  ['nothing', 0, 1],
  ['one byte', 1, 1],
  ['a byte less than a MiB', MIB_BYTES - 1, 65_536],
  ['a MiB', MIB_BYTES, 65_536],
  ['a MiB and a byte', MIB_BYTES + 1, 65_521],
  ['MiBs in pieces that cross their borders', 3 * MIB_BYTES + 17, 100_003],
  ['pieces of more than a MiB', 5 * MIB_BYTES, 2_500_001],
])('%s gets a hash of the whole and a tag for each MiB', (_what, length, piece) => {
  const bytes = randomBytes(length)
  const { size, sha256, mibTags } = stagedIn(bytes, piece)
  expect({ size, sha256 }).toEqual({ size: length, sha256: createHash('sha256').update(bytes).digest() })
  const mibs = mibsOf(bytes)
  expect(mibTags).toHaveLength(32 + 16 * mibs.length)
  expect(mibs.map(provenByTags(mibTags))).toEqual(mibs.map(() => true))
})

test('a tag proves only its own complete bytes, at their place, of its own object', () => {
  const bytes = randomBytes(2 * MIB_BYTES + 5)
  const isProven = provenByTags(stagedIn(bytes, 65_536).mibTags)
  const [first, second, last] = mibsOf(bytes) as [Buffer, Buffer, Buffer]
  expect([isProven(first, 0), isProven(second, 1), isProven(last, 2)]).toEqual([true, true, true])
  for (const at of [0, 524_288, MIB_BYTES - 1]) expect(isProven(flipped(first, at), 0)).toBe(false)
  expect(isProven(second, 0)).toBe(false)
  expect(isProven(last.subarray(0, 4), 2)).toBe(false)
  expect(isProven(Buffer.concat([last, Buffer.alloc(1)]), 2)).toBe(false)
  expect(isProven(last, 3)).toBe(false)
  const isProvenElsewhere = provenByTags(stagedIn(randomBytes(2 * MIB_BYTES + 5), 65_536).mibTags)
  expect(isProvenElsewhere(first, 0)).toBe(false)
})

test('the same bytes have other tags in another object', () => {
  const bytes = randomBytes(MIB_BYTES)
  const [one, other] = [stagedIn(bytes, 65_536).mibTags, stagedIn(bytes, 65_536).mibTags]
  expect(one.subarray(0, 32).equals(other.subarray(0, 32))).toBe(false)
  expect(one.subarray(32).equals(other.subarray(32))).toBe(false)
})
