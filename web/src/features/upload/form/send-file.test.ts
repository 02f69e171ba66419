import type { Upload } from '@portal/contract/files/files.ts'
import { describe, expect, test } from 'vitest'
import { OUTCOME_UNKNOWN, sendFile } from './send-file.ts'
import { noAnswerError, CallError } from '../../../lib/call.ts'
import type { UploadState } from '../facts/upload-state.ts'

const STORED: Upload = {
  FileID: 7,
  FileName: 'a.pdf',
  UploadDate: '2026-03-02T15:04:05Z',
  UploadedBy: 'clerk@harris.example',
  AttachmentCategoryID: 1,
  CategoryID: 1,
  AttachmentTypeID: 1,
  TypeID: 1,
  Description: 'Rendition',
  CountyID: null,
  County: null,
  CountyName: null,
  Status: 'New',
  StatusID: 1,
}

/** Starts to send a file. This share of it goes out at once. Nothing arrives until the test says so. */
function startUpload(share = 0.5) {
  const states: UploadState[] = []
  const attempts: PromiseWithResolvers<Upload>[] = []
  const removal = new AbortController()
  const stop = new AbortController()
  let cut: PromiseWithResolvers<void> | null = null
  const sent = sendFile({
    removal: removal.signal,
    stop: stop.signal,
    connection: {
      hasCut: (failure) => {
        if (!(failure instanceof CallError)) return Promise.resolve(false)
        cut ??= Promise.withResolvers<void>()
        return Promise.resolve(true)
      },
      restored: () => cut?.promise ?? null,
    },
    send: (onProgress, signal) => {
      const attempt = Promise.withResolvers<Upload>()
      signal.addEventListener('abort', () => attempt.reject(signal.reason))
      attempts.push(attempt)
      onProgress(share)
      return attempt.promise
    },
    failureOf: (failure) => ({ reason: failure instanceof Error ? failure.message : 'unknown' }),
    onMove: (uploadState) => states.push(uploadState),
  })
  return {
    sent,
    state: () => states.at(-1),
    attempts: () => attempts.length,
    arrive: () => attempts.at(-1)?.resolve(STORED),
    fail: (reason: string) => attempts.at(-1)?.reject(new Error(reason)),
    remove: () => removal.abort(),
    stop: () => {
      stop.abort()
      cut?.resolve()
    },
    cutLine: async () => {
      attempts.at(-1)?.reject(noAnswerError({}))
      await settled()
    },
    mendLine: async () => {
      const before = cut
      cut = null
      before?.resolve()
      await settled()
    },
  }
}

/** Waits until every promise that can settle has settled. */
function settled(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve)
  })
}

describe('sending the file of the form', () => {
  test('the file reports its progress and its record', async () => {
    const upload = startUpload()
    expect(upload.state()).toEqual({ state: 'sending', progress: 0.5 })
    upload.arrive()
    await upload.sent
    expect(upload.state()).toEqual({ state: 'stored', upload: STORED })
  })

  test('R5.22 a failure keeps its reason, and the file is not sent again automatically', async () => {
    const upload = startUpload()
    upload.fail('The disk is full.')
    await upload.sent
    expect(upload.state()).toEqual({ state: 'failed', reason: 'The disk is full.' })
    expect(upload.attempts()).toBe(1)
  })

  test('R5.23 a file removed in transfer is canceled and leaves no failure', async () => {
    const upload = startUpload()
    upload.remove()
    await upload.sent
    expect(upload.state()).toEqual({ state: 'sending', progress: 0.5 })
  })

  test('R5.61 without a connection the file waits, and the upload continues afterwards', async () => {
    const upload = startUpload()
    await upload.cutLine()
    expect(upload.state()).toEqual({ state: 'waiting' })
    expect(upload.attempts()).toBe(1)
    await upload.mendLine()
    upload.arrive()
    await upload.sent
    expect(upload.state()).toEqual({ state: 'stored', upload: STORED })
  })

  test('a file removed while it waits is never sent', async () => {
    const upload = startUpload()
    await upload.cutLine()
    upload.remove()
    await upload.mendLine()
    await upload.sent
    expect(upload.attempts()).toBe(1)
  })

  test('R5.61 a file that was completely sent when the connection broke is never sent twice automatically', async () => {
    const upload = startUpload(1)
    await upload.cutLine()
    await upload.sent
    expect(upload.state()).toEqual({ state: 'failed', reason: OUTCOME_UNKNOWN })
    expect(upload.attempts()).toBe(1)
  })

  test('giving up the wait leaves the file selected as before', async () => {
    const upload = startUpload()
    await upload.cutLine()
    upload.stop()
    await upload.sent
    expect(upload.state()).toEqual({ state: 'chosen' })
    expect(upload.attempts()).toBe(1)
  })

  test('R5.68 a stop leaves an incompletely sent file selected as before', async () => {
    const upload = startUpload()
    upload.stop()
    await upload.sent
    expect(upload.state()).toEqual({ state: 'chosen' })
  })

  test('R5.68 a stop waits for the response to a completely sent file', async () => {
    const upload = startUpload(1)
    upload.stop()
    await settled()
    expect(upload.state()).toEqual({ state: 'sending', progress: 1 })
    upload.arrive()
    await upload.sent
    expect(upload.state()).toEqual({ state: 'stored', upload: STORED })
  })
})
