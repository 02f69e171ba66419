import { describe, expect, test } from 'vitest'
import { shareOf, type Batch, type UploadState } from './upload-batch.ts'
import { progressText, uploadTitle } from './upload-texts.ts'

const STORED: UploadState = { state: 'stored', upload: null }
const WAITING: UploadState = { state: 'waiting' }
const CHOSEN: UploadState = { state: 'chosen' }
const FAILED: UploadState = { state: 'failed', reason: 'It is empty.' }

/** This many files in each state, of 1000 bytes each. */
function batchOf(...stacks: readonly (readonly [count: number, uploadState: UploadState])[]): Batch {
  return stacks
    .flatMap(([count, uploadState]) => Array.from({ length: count }, () => uploadState))
    .map((uploadState, id) => ({ id, file: new File([new Uint8Array(1000)], `${id}.pdf`), uploadState }))
}

const saidAfterStop = (batch: Batch) =>
  progressText({ batch, isSending: false, isOffline: false, wasStopped: true })

describe('the progress of an upload', () => {
  test('before it starts: how many files, and their size', () => {
    expect(progressText({ batch: [], isSending: false, isOffline: false, wasStopped: false })).toBe('')
    expect(
      progressText({ batch: batchOf([1, CHOSEN]), isSending: false, isOffline: false, wasStopped: false }),
    ).toBe('1 file, 1000 B')
    expect(
      progressText({ batch: batchOf([100, CHOSEN]), isSending: false, isOffline: false, wasStopped: false }),
    ).toBe('100 files, 98 KB')
  })

  test('while it runs: the stored files, in the tab title too', () => {
    const batch = batchOf([16, STORED], [84, WAITING])
    expect(progressText({ batch, isSending: true, isOffline: false, wasStopped: false })).toBe(
      'Uploading: 16 of 100 stored.',
    )
    expect(uploadTitle({ batch, isSending: true })).toBe('16 of 100 · Upload files')
    expect(uploadTitle({ batch: batchOf([3, CHOSEN]), isSending: false })).toBe('Upload files')
  })

  test('without a connection, and after a cancel: the stored and the unsent files', () => {
    const batch = batchOf([28, STORED], [72, WAITING])
    expect(progressText({ batch, isSending: true, isOffline: true, wasStopped: false })).toBe(
      'No connection: 28 stored, 72 not sent. The upload continues when the connection is back.',
    )
    expect(
      progressText({
        batch: batchOf([28, STORED], [72, CHOSEN]),
        isSending: false,
        isOffline: false,
        wasStopped: false,
      }),
    ).toBe('28 stored, 72 not sent.')
    expect(
      progressText({
        batch: batchOf([2, STORED], [1, FAILED]),
        isSending: false,
        isOffline: false,
        wasStopped: false,
      }),
    ).toBe('2 stored, 1 failed.')
  })

  test('R7.72 after a stop: the uploaded files, and that the rest starts from the beginning', () => {
    expect(saidAfterStop(batchOf([2, CHOSEN]))).toBe(
      'Stopped: 0 of 2 files uploaded. They start from the beginning next time.',
    )
    expect(saidAfterStop(batchOf([1, CHOSEN]))).toBe(
      'Stopped: 0 of 1 file uploaded. It starts from the beginning next time.',
    )
    expect(saidAfterStop(batchOf([1, STORED], [5, CHOSEN]))).toBe(
      'Stopped: 1 of 6 files uploaded. The others start from the beginning next time.',
    )
    expect(saidAfterStop(batchOf([5, STORED], [1, CHOSEN]))).toBe(
      'Stopped: 5 of 6 files uploaded. The other one starts from the beginning next time.',
    )
    expect(saidAfterStop(batchOf([2, STORED]))).toBe('2 stored.')
  })

  test('in total, by bytes: a running file counts with its share', () => {
    expect(shareOf(batchOf([1, STORED], [1, { state: 'sending', progress: 0.5 }], [2, WAITING]))).toBe(0.375)
    expect(shareOf([])).toBe(0)
  })
})
