import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { DamagedBytes } from '../../engines/storage/storage.ts'
import { ZipBytes } from '../../engines/zip/zip-bytes.ts'
import { documentEntry } from './document-entry.ts'

const CONTENT = Buffer.from('a rendition in pieces')

/** A document from a store whose streams bring their own buffers, as S3 does. */
function entryOf(bytes: Readable) {
  const document = {
    id: 7,
    byte_size: CONTENT.length,
    sha256: createHash('sha256').update(CONTENT).digest(),
    uploaded_at: new Date('2026-03-01T12:00:00Z'),
  }
  return documentEntry({ name: 'a.pdf', document, bytes, onActivity: () => undefined })
}

const zipOf = (bytes: Readable) => buffer(new ZipBytes(Readable.from([entryOf(bytes)])))

test('R21.1 a document of a network store is in the archive', async () => {
  const zip = await zipOf(Readable.from([CONTENT.subarray(0, 5), CONTENT.subarray(5)]))
  expect(Buffer.from(unzipSync(zip)['a.pdf'] ?? []).equals(CONTENT)).toBe(true)
})

test('R21.12 other or fewer bytes than were stored, and a broken connection, break the archive', async () => {
  const damaged = Readable.from([Buffer.from('A rendition in pieces')]).once('error', () => undefined)
  await expect(zipOf(damaged)).rejects.toThrow(DamagedBytes)
  const short = Readable.from([CONTENT.subarray(1)]).once('error', () => undefined)
  await expect(zipOf(short)).rejects.toThrow('The bytes of document 7 are not those that were stored.')
  const broken = new Readable({ read: () => undefined })
  broken.push(CONTENT.subarray(0, 3))
  broken.destroy(new Error('reset')).once('error', () => undefined)
  await expect(zipOf(broken)).rejects.toThrow('reset')
  expect([damaged, short, broken].map(({ destroyed }) => destroyed)).toEqual([true, true, true])
})
