import { hash } from 'node:crypto'
import { hasItsTag } from './mib-tags.ts'

/** Whether a MiB of an object, counted from 0, is what was staged. */
export type MibProof = (mib: Buffer, number: number) => boolean

const SHA256_BYTES = 32

/** Proves by tags, as `MibTagger` makes them. */
export function provenByTags(mibTags: Buffer): MibProof {
  return (mib, number) => hasItsTag(mibTags, mib, number)
}

/** Proves by the SHA-256 of each MiB, 32 bytes for each in their order: an object of one MiB, or one stored before tags. */
export function provenByHashes(mibSha256: Buffer): MibProof {
  return (mib, number) => {
    const at = number * SHA256_BYTES
    return hash('sha256', mib, 'buffer').equals(mibSha256.subarray(at, at + SHA256_BYTES))
  }
}
