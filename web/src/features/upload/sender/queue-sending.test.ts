import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CallError } from '../../../lib/call.ts'
import { EMPTY_FIELDS } from '../facts/upload-fields.ts'
import { entryOf, knownOf, STORED_FILE } from './queue-entry.test-data.ts'
import { QueueSending } from './queue-sending.ts'
import { QueueStore } from './queue-store.ts'
import { Queue } from './queue.ts'
import { sendByForm } from './send-by-form.ts'
import { endByTus, sendByTus, type Attempt } from './send-by-tus.ts'
import { fetchUploadStatus } from './fetch-upload-status.ts'
import { manyTurns } from './turns.test-data.ts'
import type { HashFile } from '../hashing/file-hasher.ts'

vi.mock(import('./send-by-tus.ts'), () => ({
  sendByTus: vi.fn<typeof sendByTus>(),
  endByTus: vi.fn<typeof endByTus>(() => Promise.reject(new Error('not heard'))),
}))
vi.mock(import('./send-by-form.ts'), () => ({ sendByForm: vi.fn<typeof sendByForm>() }))
vi.mock(import('./fetch-upload-status.ts'), () => ({ fetchUploadStatus: vi.fn<typeof fetchUploadStatus>() }))
const hasCut = vi.hoisted(() => vi.fn<() => Promise<boolean>>())
vi.mock(import('./portal-connection.ts'), () => ({
  openPortalConnection: () => ({ hasCut, restored: () => null }),
}))

/** One byte more than one form has. */
const LARGE = '%'.repeat(1_000_001)

/** What is under way, in the order in which it began: the test says how each ends. */
type UnderWay = { readonly attempt: Attempt; readonly end: PromiseWithResolvers<number | null> }
let underWay: UnderWay[]
const closing = new AbortController()
const hash = vi.fn<HashFile>(() => Promise.resolve(null))

beforeEach(() => {
  underWay = []
  vi.mocked(sendByTus).mockImplementation((attempt) => {
    const end = Promise.withResolvers<number | null>()
    attempt.signal.addEventListener('abort', () => end.reject(attempt.signal.reason as Error))
    underWay.push({ attempt, end })
    return end.promise
  })
  vi.mocked(fetchUploadStatus).mockResolvedValue(new Map())
  hasCut.mockResolvedValue(false)
})
afterEach(() => void vi.clearAllMocks())

/** A queue of files that wait, none of them kept by a browser. */
function queueOf(keys: readonly string[]) {
  const store = new QueueStore(null, EMPTY_FIELDS)
  store.add(
    keys.map((key) => ({ entry: entryOf({ key, size: LARGE.length, lastModified: 7 }), place: placeOf() })),
  )
  store.changePlan({ isGoing: true })
  return { store, sending: new QueueSending({ store, period: 1, until: closing.signal, hash }) }
}

const placeOf = () => ({
  file: new File([LARGE], 'rendition.pdf', { lastModified: 7 }),
  handle: null,
})
const sent = () => underWay.map(({ attempt }) => attempt.metadata['senderKey'])
test('R5.21 four go at once, none twice, and the next one goes when one is done', async () => {
  const { sending } = queueOf(['a', 'b', 'c', 'd', 'e', 'f'])
  sending.sendWaiting()
  sending.sendWaiting()
  await manyTurns()
  expect(sent()).toEqual(['a', 'b', 'c', 'd'])
  underWay[1]?.end.resolve(7)
  await manyTurns()
  expect(sent()).toEqual(['a', 'b', 'c', 'd', 'e'])
})

test('R5.116 an upload begins with the hash of its file, which one that goes on does not need', async () => {
  const { store, sending } = queueOf(['a', 'b'])
  const [begun] = [entryOf({ key: 'b', size: LARGE.length, lastModified: 7, uploadId: knownOf().id })]
  store.change([begun])
  hash.mockResolvedValueOnce('aa')
  sending.sendWaiting()
  await manyTurns()
  const hashes = new Map(
    underWay.map(({ attempt: { metadata } }) => [metadata['senderKey'], metadata['sha256']]),
  )
  expect(hashes).toEqual(
    new Map([
      ['a', 'aa'],
      ['b', undefined],
    ]),
  )
  expect(store.get('a')?.sha256).toBe('aa')
})

test('R5.130 a small file goes by one form, and after a failure the server is asked and tus sends it', async () => {
  const store = new QueueStore(null, EMPTY_FIELDS)
  const file = new File(['%PDF'], 'rendition.pdf', { lastModified: 7 })
  store.add(
    ['a', 'b'].map((key) => ({
      entry: entryOf({ key, size: 4, lastModified: 7 }),
      place: { file, handle: null },
    })),
  )
  store.changePlan({ isGoing: true })
  hash.mockResolvedValue('aa')
  vi.mocked(sendByForm).mockImplementation(({ metadata }) =>
    metadata['senderKey'] === 'a'
      ? Promise.resolve(7)
      : Promise.reject(new CallError({ message: 'cut', status: 0, fromServer: false })),
  )
  hasCut.mockResolvedValue(true)
  const sending = new QueueSending({ store, period: 1, until: closing.signal, hash })
  sending.sendWaiting()
  await manyTurns()
  expect(store.get('a')?.state).toMatchObject({ is: 'stored', fileId: 7 })
  expect(vi.mocked(sendByForm).mock.calls.map(([{ metadata }]) => metadata['sha256'])).toEqual(['aa', 'aa'])
  expect(vi.mocked(fetchUploadStatus).mock.calls.map(([keys]) => keys)).toContainEqual(['b'])
  expect(sent()).toEqual(['b'])
  hash.mockResolvedValue(null)
})

test('what another tab sends is not sent here', async () => {
  const { store, sending } = queueOf(['a'])
  store.flag({ isElsewhere: true })
  await manyTurns()
  sending.sendWaiting()
  await manyTurns()
  expect(sent()).toEqual([])
})

test('of what was interrupted the server is asked before a byte of it is sent again', async () => {
  const { store, sending } = queueOf(['a'])
  sending.sendWaiting()
  await manyTurns()
  store.changePlan({ isGoing: false })
  sending.stop()
  await manyTurns()
  store.changePlan({ isGoing: true })
  vi.mocked(fetchUploadStatus).mockResolvedValue(new Map([['a', knownOf({ senderKey: 'a', received: 3 })]]))
  sending.sendWaiting()
  await manyTurns()
  expect(vi.mocked(fetchUploadStatus).mock.calls.map(([keys]) => keys)).toContainEqual(['a'])
  expect(underWay.at(-1)?.attempt.uploadId).toBe(knownOf().id)
})

test('after a request that did not come through those of all files are small, after one that was taken back they are not', async () => {
  const { store, sending } = queueOf(['a', 'b'])
  sending.sendWaiting()
  await manyTurns()
  const bytes = () => underWay[1]?.attempt.requestBytes() ?? 0
  const before = bytes()
  store.changePlan({ isGoing: false })
  sending.stop()
  await manyTurns()
  expect(bytes()).toBe(before)
  store.changePlan({ isGoing: true })
  sending.sendWaiting()
  await manyTurns()
  underWay[2]?.end.reject(new CallError({ status: 0, message: 'No answer.', fromServer: false }))
  await manyTurns()
  expect(bytes()).toBeLessThan(before)
  sending.stop()
})

test('a file that the server refuses says nothing against the line: requests stay as large as they were', async () => {
  const { sending } = queueOf(['a', 'b'])
  sending.sendWaiting()
  await manyTurns()
  const bytes = () => underWay[1]?.attempt.requestBytes() ?? 0
  const before = bytes()
  underWay[0]?.end.reject(new CallError({ status: 415, message: 'No .pdf file.', fromServer: true }))
  await manyTurns()
  expect(bytes()).toBe(before)
  sending.stop()
})

test('what is paused while the line is looked at goes on as soon as it may, not after the pause for the next try', async () => {
  const { store, sending } = queueOf(['a'])
  const looked = Promise.withResolvers<boolean>()
  hasCut.mockReturnValue(looked.promise)
  sending.sendWaiting()
  await manyTurns()
  underWay[0]?.end.reject(new CallError({ status: 503, message: 'Busy.', fromServer: true, retryAfter: 60 }))
  await manyTurns()
  store.changePlan({ isGoing: false })
  sending.stop()
  looked.resolve(false)
  await manyTurns()
  store.changePlan({ isGoing: true })
  sending.sendWaiting()
  await manyTurns()
  expect(sent()).toEqual(['a', 'a'])
  sending.stop()
})

test('what was cleared away while the server was asked of it does not come back', async () => {
  const { store, sending } = queueOf([])
  const state = { is: 'stored', fileId: 7, file: null } as const
  store.add([{ entry: entryOf({ key: 'a', state }), place: placeOf() }])
  const answer = Promise.withResolvers<Awaited<ReturnType<typeof fetchUploadStatus>>>()
  vi.mocked(fetchUploadStatus).mockReturnValue(answer.promise)
  sending.sendWaiting()
  await manyTurns()
  store.remove(['a'])
  answer.resolve(new Map([['a', knownOf({ senderKey: 'a', state: 'stored', file: STORED_FILE })]]))
  await manyTurns()
  expect(store.entries()).toEqual([])
})

test('what is taken back under way is interrupted, and the server is told', async () => {
  const { store, sending } = queueOf(['a'])
  sending.sendWaiting()
  await manyTurns()
  underWay[0]?.attempt.onBegun(knownOf().id)
  void sending.takeBack('a')
  expect(underWay[0]?.attempt.signal.aborted).toBe(true)
  expect(vi.mocked(endByTus)).toHaveBeenLastCalledWith(knownOf().id, 1)
  store.remove(['a'])
})

test('a session that has ended ends all of them, and nothing begins after it', async () => {
  const { sending } = queueOf(['a', 'b', 'c', 'd', 'e'])
  sending.sendWaiting()
  await manyTurns()
  underWay[0]?.end.reject(new CallError({ status: 401, message: 'Please sign in first.', fromServer: true }))
  await manyTurns()
  sending.sendWaiting()
  await manyTurns()
  expect(sent()).toEqual(['a', 'b', 'c', 'd'])
  expect(
    underWay.every(({ attempt }) => attempt.signal.aborted || attempt.metadata['senderKey'] === 'a'),
  ).toBe(true)
})

test('what was refused is tried again as another upload, and what has begun keeps what it began with', () => {
  const { store } = queueOf([])
  const queue = new Queue({ username: 'clerk@loving.example', period: 1, store, onTakenBack: () => {} })
  store.add([
    {
      entry: entryOf({ key: 'refused', sha256: 'aa', state: { is: 'refused', reason: 'No.' } }),
      place: placeOf(),
    },
    { entry: entryOf({ key: 'begun', uploadId: knownOf().id, facts: { typeId: 1 } }), place: placeOf() },
  ])
  queue.retry(['refused'])
  queue.changeFacts(new Map([['begun', { typeId: 2 }]]))
  queue.close()
  const entries = store.entries()
  expect(store.get('begun')?.facts).toEqual({ typeId: 1 })
  expect(entries.map(({ key }) => key)).not.toContain('refused')
  // The file may be another one by now: its hash is found out anew.
  expect(entries.at(-1)).toMatchObject({ uploadId: null, sha256: null, state: { is: 'chosen' } })
})
