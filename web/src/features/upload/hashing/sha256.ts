/** Bytes that are taken in together. */
const BLOCK_BYTES = 64

/** What it begins with, and what its 64 rounds add (FIPS 180-4, 5.3.3 and 4.2.2). */
const START = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19]
const ROUNDS = Int32Array.from([
  0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98,
  0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
  0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8,
  0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
  0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819,
  0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
  0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
  0xc67178f2,
])

/**
 * SHA-256 of bytes that come piece by piece (FIPS 180-4). What browsers bring takes a file as a whole only, which a file of
 * 50 MB or 2 GB should never be.
 */
export class Sha256 {
  readonly #state = Int32Array.from(START)
  readonly #words = new Int32Array(BLOCK_BYTES)
  /** What has come and is not yet a block. */
  readonly #rest = new Uint8Array(BLOCK_BYTES)
  #restBytes = 0
  #bytes = 0

  add(bytes: Uint8Array): void {
    this.#bytes += bytes.length
    let at = 0
    if (this.#restBytes > 0) {
      at = Math.min(BLOCK_BYTES - this.#restBytes, bytes.length)
      this.#rest.set(bytes.subarray(0, at), this.#restBytes)
      this.#restBytes += at
      if (this.#restBytes < BLOCK_BYTES) return
      this.#takeIn(viewOf(this.#rest), 0)
    }
    const view = viewOf(bytes)
    for (; at + BLOCK_BYTES <= bytes.length; at += BLOCK_BYTES) this.#takeIn(view, at)
    this.#rest.set(bytes.subarray(at))
    this.#restBytes = bytes.length - at
  }

  /** Once all have come: the hash in hexadecimal digits. */
  end(): string {
    const zeros = (119 - (this.#bytes % BLOCK_BYTES)) % BLOCK_BYTES
    const end = new Uint8Array(1 + zeros + 8)
    end[0] = 0x80
    const view = viewOf(end)
    view.setUint32(1 + zeros, Math.floor(this.#bytes / 2 ** 29))
    view.setUint32(1 + zeros + 4, (this.#bytes % 2 ** 29) * 8)
    this.add(end)
    return [...this.#state].map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('')
  }

  #takeIn(view: DataView, at: number): void {
    const words = this.#words
    for (let i = 0; i < 16; i += 1) words[i] = view.getInt32(at + i * 4)
    for (let i = 16; i < 64; i += 1) {
      const early = words[i - 15] ?? 0
      const late = words[i - 2] ?? 0
      const one = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3)
      const two = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10)
      words[i] = ((words[i - 16] ?? 0) + one + (words[i - 7] ?? 0) + two) | 0
    }
    mix(this.#state, words)
  }
}

/** The 64 rounds over the words of a block (FIPS 180-4, 6.2.2, steps 2 to 4). */
function mix(state: Int32Array, words: Int32Array): void {
  let a = state[0] ?? 0
  let b = state[1] ?? 0
  let c = state[2] ?? 0
  let d = state[3] ?? 0
  let e = state[4] ?? 0
  let f = state[5] ?? 0
  let g = state[6] ?? 0
  let h = state[7] ?? 0
  for (let i = 0; i < 64; i += 1) {
    const chosen = (e & f) ^ (~e & g)
    const one =
      (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + chosen + (ROUNDS[i] ?? 0) + (words[i] ?? 0)) | 0
    const most = (a & b) ^ (a & c) ^ (b & c)
    const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + most) | 0
    h = g
    g = f
    f = e
    e = (d + one) | 0
    d = c
    c = b
    b = a
    a = (one + two) | 0
  }
  state[0] = ((state[0] ?? 0) + a) | 0
  state[1] = ((state[1] ?? 0) + b) | 0
  state[2] = ((state[2] ?? 0) + c) | 0
  state[3] = ((state[3] ?? 0) + d) | 0
  state[4] = ((state[4] ?? 0) + e) | 0
  state[5] = ((state[5] ?? 0) + f) | 0
  state[6] = ((state[6] ?? 0) + g) | 0
  state[7] = ((state[7] ?? 0) + h) | 0
}

/** The bits of a word, moved round to the right. */
function turned(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by))
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength)
}
