import type { Upload } from '@portal/contract/files/files.ts'
import { describe, expect, test } from 'vitest'
import { OUTCOME_UNKNOWN, sendBatch, type BatchSender } from './send-batch.ts'
import { CallError, noAnswerError } from '../../../lib/call.ts'
import { batchAfter, countOf, storedWhole, toSend, type Batch } from '../facts/upload-batch.ts'

function uploadOf(FileID: number): Upload {
  return {
    FileID,
    FileName: `${FileID}.pdf`,
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
}

/** Holds every file in transfer until the test completes it. */
function openDesk(ids: readonly number[]) {
  let batch: Batch<string> = batchAfter([], {
    type: 'added',
    entries: ids.map((id) => ({ id, file: `${id}.pdf` })),
  })
  const shares = new Map<string, number>()
  const flights = new Map<string, PromiseWithResolvers<Upload>>()
  const removals = new Map(ids.map((id) => [id, new AbortController()]))
  const stop = new AbortController()
  let cut: PromiseWithResolvers<void> | null = null
  const sender: BatchSender<string> = {
    stop: stop.signal,
    connection: {
      hasCut: (failure) => {
        if (!(failure instanceof CallError)) return Promise.resolve(false)
        cut ??= Promise.withResolvers<void>()
        return Promise.resolve(true)
      },
      restored: () => cut?.promise ?? null,
    },
    send: (file, onProgress, signal) => {
      const flight = Promise.withResolvers<Upload>()
      signal.addEventListener('abort', () => flight.reject(signal.reason))
      flights.set(file, flight)
      onProgress(shares.get(file) ?? 0.5)
      return flight.promise
    },
    failureOf: (failure) => ({
      reason: failure instanceof Error ? failure.message : 'One or more uploads failed.',
    }),
    signalOf: (id) => removals.get(id)?.signal ?? AbortSignal.abort(),
    onMove: (id, uploadState) => {
      batch = batchAfter(batch, { type: 'moved', id, uploadState })
    },
  }
  return {
    states: () => batch.map(({ uploadState }) => uploadState.state),
    batch: () => batch,
    start: () => sendBatch(toSend(batch), sender),
    remove: (id: number) => {
      batch = batchAfter(batch, { type: 'removed', id })
      removals.get(id)?.abort()
    },
    land: async (id: number) => {
      flights.get(`${id}.pdf`)?.resolve(uploadOf(id))
      await settled()
    },
    crash: async (id: number, reason: string) => {
      flights.get(`${id}.pdf`)?.reject(new Error(reason))
      await settled()
    },
    inTheAir: () => [...flights.keys()],
    /** All bytes of the file are sent before it arrives or is lost. */
    sendsWhole: (id: number) => shares.set(`${id}.pdf`, 1),
    cutLine: async () => {
      for (const flight of flights.values()) flight.reject(noAnswerError({}))
      await settled()
    },
    mendLine: async () => {
      const before = cut
      cut = null
      before?.resolve()
      await settled()
    },
    stop: async () => {
      stop.abort()
      cut?.resolve()
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

describe('sending a batch', () => {
  test('three files are sent at the same time, the next as soon as one has arrived', async () => {
    const desk = openDesk([1, 2, 3, 4, 5])
    const sent = desk.start()
    expect(desk.states()).toEqual(['sending', 'sending', 'sending', 'waiting', 'waiting'])
    await desk.land(2)
    expect(desk.states()).toEqual(['sending', 'stored', 'sending', 'sending', 'waiting'])
    for (const id of [1, 3, 4]) await desk.land(id)
    await desk.land(5)
    await sent
    expect(storedWhole(desk.batch())?.map(({ FileID }) => FileID)).toEqual([1, 2, 3, 4, 5])
  })

  test('R5.22 a failure keeps its reason and stops no other file; only failed ones are sent again', async () => {
    const desk = openDesk([1, 2])
    const first = desk.start()
    await desk.crash(1, 'The disk is full.')
    await desk.land(2)
    await first
    expect(desk.batch()[0]?.uploadState).toEqual({ state: 'failed', reason: 'The disk is full.' })
    expect(countOf(desk.batch())).toEqual({ total: 2, stored: 1, failed: 1 })
    expect(storedWhole(desk.batch())).toBeNull()
    expect(toSend(desk.batch()).map(({ id }) => id)).toEqual([1])

    const again = desk.start()
    await desk.land(1)
    await again
    expect(storedWhole(desk.batch())).toHaveLength(2)
  })

  test('R5.23 a file removed in transfer is canceled and leaves no failure', async () => {
    const desk = openDesk([1, 2])
    const sent = desk.start()
    desk.remove(1)
    await settled()
    await desk.land(2)
    await sent
    expect(desk.states()).toEqual(['stored'])
  })

  test('a file removed while it waits is never sent', async () => {
    const desk = openDesk([1, 2, 3, 4])
    const sent = desk.start()
    desk.remove(4)
    for (const id of [1, 2, 3]) await desk.land(id)
    await sent
    expect(desk.inTheAir()).toEqual(['1.pdf', '2.pdf', '3.pdf'])
  })

  test('R5.61 without a connection all wait, stored files stay, and all continues afterwards', async () => {
    const desk = openDesk([1, 2, 3, 4, 5])
    const sent = desk.start()
    await desk.land(1)
    await desk.cutLine()
    expect(desk.states()).toEqual(['stored', 'waiting', 'waiting', 'waiting', 'waiting'])
    await desk.mendLine()
    expect(desk.states()).toEqual(['stored', 'sending', 'sending', 'sending', 'waiting'])
    for (const id of [2, 3, 4]) await desk.land(id)
    await desk.land(5)
    await sent
    expect(countOf(desk.batch())).toEqual({ total: 5, stored: 5, failed: 0 })
  })

  test('R5.61 a file that was completely sent when the connection broke is never sent twice automatically', async () => {
    const desk = openDesk([1, 2])
    desk.sendsWhole(1)
    const sent = desk.start()
    await desk.cutLine()
    await desk.mendLine()
    await desk.land(2)
    await sent
    expect(desk.batch()[0]?.uploadState).toEqual({ state: 'failed', reason: OUTCOME_UNKNOWN })
    expect(desk.states()).toEqual(['failed', 'stored'])
  })

  test('giving up the wait leaves the rest selected as before', async () => {
    const desk = openDesk([1, 2, 3, 4, 5])
    const sent = desk.start()
    await desk.land(1)
    await desk.cutLine()
    await desk.stop()
    await sent
    expect(desk.states()).toEqual(['stored', 'chosen', 'chosen', 'chosen', 'chosen'])
    expect(toSend(desk.batch()).map(({ id }) => id)).toEqual([2, 3, 4, 5])
  })

  test('R5.68 a stop leaves all incompletely sent files selected as before, and stored ones stay', async () => {
    const desk = openDesk([1, 2, 3, 4, 5])
    desk.sendsWhole(3)
    const sent = desk.start()
    await desk.land(1)
    await desk.stop()
    expect(desk.states()).toEqual(['stored', 'chosen', 'sending', 'chosen', 'chosen'])
    await desk.land(3)
    await sent
    expect(desk.states()).toEqual(['stored', 'chosen', 'stored', 'chosen', 'chosen'])
    expect(desk.inTheAir()).not.toContain('5.pdf')
  })

  test('an empty batch is not a stored one', () => {
    expect(storedWhole([])).toBeNull()
  })
})
