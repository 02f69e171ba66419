import { expect, test } from 'vitest'
import { findFileDuplicates, hashesToAsk } from './file-duplicates.ts'
import type { Batch, UploadState } from '../facts/upload-batch.ts'

const DOCUMENT = { FileID: 7, FileName: 'a.pdf', UploadDate: '', UploadedBy: '', CountyName: null }

function batchOf(...states: readonly UploadState['state'][]): Batch<{ name: string }> {
  return states.map((state, at) => ({
    id: at + 1,
    file: { name: `${at + 1}.pdf` },
    uploadState: { state, progress: 0, upload: null, reason: '' } as UploadState,
  }))
}

test('R5.81 the server is asked once for each hash of an unsent file', () => {
  const hashes = new Map([
    [1, 'bb'],
    [2, 'aa'],
    [3, 'bb'],
    [4, null],
    [5, 'ee'],
  ])
  const batch = batchOf('chosen', 'chosen', 'chosen', 'chosen', 'stored')
  expect(hashesToAsk(batch, hashes)).toEqual(['aa', 'bb'])
})

test('R5.81 a file is a duplicate of a document, or of an earlier file in the list', () => {
  const hashes = new Map([
    [1, 'aa'],
    [2, 'bb'],
    [3, 'bb'],
    [4, 'cc'],
  ])
  const documents = new Map([['aa', { total: 1, files: [DOCUMENT] }]])
  const batch = batchOf('chosen', 'chosen', 'chosen', 'chosen')
  expect([...findFileDuplicates(batch, { hashes, documents })]).toEqual([
    [1, { document: DOCUMENT }],
    [3, { earlier: '2.pdf' }],
  ])
})

test('R5.81 a refused file is no duplicate, and a stored one has no mark of its own', () => {
  const hashes = new Map([
    [1, 'aa'],
    [2, 'aa'],
    [3, 'aa'],
  ])
  const batch = batchOf('failed', 'stored', 'chosen')
  expect([...findFileDuplicates(batch, { hashes, documents: new Map() })]).toEqual([
    [3, { earlier: '2.pdf' }],
  ])
})
