import { expect, test } from 'vitest'
import { hashFile } from './hash-file.ts'

async function expected(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex')
}

test.each([0, 1, 64, 1_048_575, 1_048_576, 1_048_577, 3_000_001])(
  'a file of %s bytes has the hash that the browser computes for the whole file',
  async (length) => {
    const bytes = Uint8Array.from({ length }, (_, at) => (at * 7919 + length) >>> (at % 5))
    expect(await hashFile(new Blob([bytes]))).toBe(await expected(bytes))
  },
)

test('the length is counted beyond 512 MB, where its bits need a second word', async () => {
  const file = new Blob(Array.from({ length: 129 }, () => new Uint8Array(4 * 1024 * 1024)))
  expect(await hashFile(file)).toBe('d30819eec9217474cb281bc39c7359852b79094a791ee7e7414b364edf9e9c3a')
}, 60_000)
