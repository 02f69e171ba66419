import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { StepTimeout } from './step-timeout.ts'
import type { BackupPlace, BackupPlaces, NewBackupPlace } from './place.ts'

const SILENCE_MS = 50
const never = () => new Promise<never>(() => {})
const SILENT_LINE = '/backups/hung has not answered for 0 seconds.'

async function* bytes(pauseMs = 0): AsyncGenerator<Buffer> {
  for (let piece = 0; piece < 3; piece++) {
    await sleep(pauseMs)
    yield Buffer.from('x')
  }
}

async function takeAll(_file: string, content: AsyncIterable<Buffer>): Promise<void> {
  await buffer(Readable.from(content))
}

/** Places that respond immediately, except for the functions in `hung`. */
function placesWith(hung: Partial<NewBackupPlace> & Partial<BackupPlaces>): BackupPlaces {
  const place: NewBackupPlace = {
    name: '/backups/hung',
    write: takeAll,
    read: () => bytes(),
    readAt: async () => Buffer.alloc(0),
    list: async () => new Map(),
    beside: (): BackupPlace => place,
    close: async () => {},
    pathTo: () => '',
    freeBytes: async () => 1,
    finish: async () => {},
    discard: async () => {},
    ...hung,
  }
  return {
    open: async () => place,
    make: async () => place,
    isTaken: async () => false,
    namesIn: async () => [],
    unfinishedIn: async () => [],
    real: async (location) => location,
    remove: async () => {},
    ...hung,
  }
}

const patient = (hung: Parameters<typeof placesWith>[0], ending?: AbortSignal) => {
  const patience = new StepTimeout({ silenceMs: SILENCE_MS, ...(ending && { ending }) })
  return { patience, places: patience.with(placesWith(hung)) }
}

describe('a step of a place that does not respond times out', () => {
  test.each(['list', 'close', 'readAt'] as const)('%s', async (what) => {
    const place = await patient({ [what]: never }).places.open('/backups/hung')
    await expect(place[what]('', 0, 0)).rejects.toThrow(SILENT_LINE)
  })

  test.each(['isTaken', 'namesIn', 'unfinishedIn', 'real', 'remove', 'make'] as const)('%s', async (what) => {
    await expect(patient({ [what]: never }).places[what]('/backups/hung')).rejects.toThrow(SILENT_LINE)
  })

  test('a file that is only partly written', async () => {
    const place = patient({
      write: async (_file, content) => void (await content[Symbol.asyncIterator]().next()),
    })
    await (await place.places.open('x')).write('file', bytes())
    const hung = patient({
      async write(_file, content) {
        await content[Symbol.asyncIterator]().next()
        await never()
      },
    })
    await expect((await hung.places.open('x')).write('file', bytes())).rejects.toThrow(SILENT_LINE)
  })
})

test('the transfer time of the bytes does not count', async () => {
  const place = await patient({}).places.open('x')
  await expect(place.write('file', bytes(2 * SILENCE_MS))).resolves.toBeUndefined()
})

test('after a timeout nothing more is requested until it has responded', async () => {
  const { promise, resolve } = Promise.withResolvers<Map<string, number>>()
  let asked = 0
  const { patience, places } = patient({ list: () => promise, isTaken: async () => ++asked > 0 })
  await expect((await places.open('x')).list()).rejects.toThrow(SILENT_LINE)
  await expect(places.isTaken('x')).rejects.toThrow(SILENT_LINE)
  expect([asked, patience.isStuck]).toEqual([0, true])
  resolve(new Map())
  await nextTurn()
  expect(patience.isStuck).toBe(false)
})

test('a server that stops does not wait for it', async () => {
  const ending = new AbortController()
  const patience = new StepTimeout({ silenceMs: 50_000, ending: ending.signal, lastMs: 10 })
  const place = await patience.with(placesWith({ list: never })).open('x')
  const listed = place.list()
  ending.abort()
  await expect(listed).rejects.toThrow(SILENT_LINE)
})
