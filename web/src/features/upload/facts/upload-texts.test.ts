import { describe, expect, test } from 'vitest'
import { sentShare, type UploadState } from './upload-state.ts'
import { filesText, progressText, uploadTitle } from './upload-texts.ts'

/** The progress of a file of 1000 bytes. */
function progressOf(
  uploadState: UploadState,
  { isSending = false, isOffline = false, wasStopped = false } = {},
): string {
  const file = new File([new Uint8Array(1000)], 'a.pdf')
  return progressText({ chosen: { file, uploadState }, isSending, isOffline, wasStopped })
}

describe('the progress of an upload', () => {
  test('before it starts: the file and its size', () => {
    expect(progressText({ chosen: null, isSending: false, isOffline: false, wasStopped: false })).toBe('')
    expect(progressOf({ state: 'chosen' })).toBe('1 file, 1000 B')
    expect(filesText(100)).toBe('100 files')
  })

  test('while it runs: whether it is stored, in the tab title too', () => {
    expect(progressOf({ state: 'sending', progress: 0.5 }, { isSending: true })).toBe(
      'Uploading: 0 of 1 stored.',
    )
    expect(progressOf({ state: 'stored', upload: null }, { isSending: true })).toBe(
      'Uploading: 1 of 1 stored.',
    )
    expect(uploadTitle({ isSending: true })).toBe('0 of 1 · Upload files')
    expect(uploadTitle({ isSending: false })).toBe('Upload files')
  })

  test('without a connection: the upload continues later', () => {
    expect(progressOf({ state: 'waiting' }, { isSending: true, isOffline: true })).toBe(
      'No connection: 0 stored, 1 not sent. The upload continues when the connection is back.',
    )
  })

  test('R7.72 after a stop: the file starts from the beginning, unless it cannot be sent', () => {
    expect(progressOf({ state: 'chosen' }, { wasStopped: true })).toBe(
      'Stopped: 0 of 1 file uploaded. It starts from the beginning next time.',
    )
    const infected = { state: 'failed', reason: 'Refused.', isInfected: true } as const
    expect(progressOf(infected, { wasStopped: true })).toBe('1 file, 1000 B')
  })

  test('the share of the bytes', () => {
    expect(sentShare({ state: 'chosen' })).toBe(0)
    expect(sentShare({ state: 'sending', progress: 0.5 })).toBe(0.5)
    expect(sentShare({ state: 'stored', upload: null })).toBe(1)
  })
})
