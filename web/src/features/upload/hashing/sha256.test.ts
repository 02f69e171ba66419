import { expect, test } from 'vitest'
import { Sha256 } from './sha256.ts'

/** As the browser and Node have it, of a file as a whole. */
async function expected(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return [...hash].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

function someBytes(length: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length }, (_, at) => (at * 7919 + length) >>> (at % 5))
}

function inPieces(bytes: Uint8Array, size: number): string {
  const hash = new Sha256()
  for (let at = 0; at < bytes.length; at += size) hash.add(bytes.subarray(at, at + size))
  return hash.end()
}

test('every length around its blocks gives the hash that everybody else gets', async () => {
  for (let length = 0; length <= 260; length += 1) {
    const bytes = someBytes(length)
    expect(inPieces(bytes, 1024), `${length} bytes`).toBe(await expected(bytes))
  }
})

test.each([1, 3, 63, 64, 65, 1000, 65_536, 1_048_576])('so do pieces of %s bytes', async (size) => {
  const bytes = someBytes(size < 64 ? 5000 : 3_000_001)
  expect(inPieces(bytes, size)).toBe(await expected(bytes))
})

test('the length is counted beyond 512 MB, where its bits need a second word', () => {
  const [hash, piece] = [new Sha256(), new Uint8Array(4 * 1024 * 1024)]
  for (let pieces = 0; pieces < 129; pieces += 1) hash.add(piece)
  expect(hash.end()).toBe('d30819eec9217474cb281bc39c7359852b79094a791ee7e7414b364edf9e9c3a')
}, 60_000)
