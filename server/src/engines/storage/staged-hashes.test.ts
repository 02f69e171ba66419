import { createHash, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { MIB_BYTES, StagedHashes } from './staged-hashes.ts'

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest()

function mibsOf(bytes: Buffer): Buffer[] {
  const length = Math.ceil(bytes.length / MIB_BYTES)
  return Array.from({ length }, (_mib, at) => bytes.subarray(at * MIB_BYTES, (at + 1) * MIB_BYTES))
}

test.each([
  ['nothing', 0, 1],
  ['one byte', 1, 1],
  ['a byte less than a MiB', MIB_BYTES - 1, 65_536],
  ['a MiB', MIB_BYTES, 65_536],
  ['a MiB and a byte', MIB_BYTES + 1, 65_521],
  ['MiBs in pieces that cross their borders', 3 * MIB_BYTES + 17, 100_003],
  ['pieces of more than a MiB', 5 * MIB_BYTES, 2_500_001],
])('%s is hashed as a whole and MiB by MiB', (_what, length, piece) => {
  const bytes = randomBytes(length)
  const hashes = new StagedHashes()
  for (let at = 0; at < length; at += piece) hashes.add(bytes.subarray(at, at + piece))
  expect(hashes.size).toBe(length)
  expect(hashes.finish()).toEqual({
    size: length,
    sha256: sha256(bytes),
    mibSha256: Buffer.concat(mibsOf(bytes).map(sha256)),
  })
})
