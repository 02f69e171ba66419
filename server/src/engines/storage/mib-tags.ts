import { createCipheriv, randomBytes, type CipherGCM } from 'node:crypto'

/** Bytes of a stored object that are verified together. */
export const MIB_BYTES = 1_048_576

const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Makes a tag for each MiB of one object: AES-256-GMAC, under a new key for this object alone. The nonce is the number
 * of the MiB, so that no pair of key and nonce repeats.
 */
export class MibTagger {
  readonly #key = randomBytes(KEY_BYTES)
  readonly #tags: Buffer[] = []
  #mib: CipherGCM | null = null

  /** Adds bytes of the current MiB. */
  add(part: Buffer): void {
    this.#mib ??= beginTag(this.#key, this.#tags.length)
    this.#mib.setAAD(part)
  }

  endMib(): void {
    if (this.#mib) this.#tags.push(tagOf(this.#mib))
    this.#mib = null
  }

  /** The key of 32 bytes, then the tag of each MiB, 16 bytes each, in order. */
  finish(): Buffer {
    this.endMib()
    return Buffer.concat([this.#key, ...this.#tags])
  }
}

/** Whether this MiB, numbered from 0, matches its tag; false without a tag. */
export function hasItsTag(mibTags: Buffer, mib: Buffer, number: number): boolean {
  const tag = beginTag(mibTags.subarray(0, KEY_BYTES), number)
  tag.setAAD(mib)
  const at = KEY_BYTES + number * TAG_BYTES
  return tagOf(tag).equals(mibTags.subarray(at, at + TAG_BYTES))
}

function beginTag(key: Buffer, number: number): CipherGCM {
  const nonce = Buffer.alloc(NONCE_BYTES)
  nonce.writeUInt32BE(number, NONCE_BYTES - 4)
  return createCipheriv('aes-256-gcm', key, nonce)
}

function tagOf(mib: CipherGCM): Buffer {
  mib.final()
  return mib.getAuthTag()
}
