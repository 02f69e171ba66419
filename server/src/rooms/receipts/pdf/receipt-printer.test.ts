import { createHash } from 'node:crypto'
import { RECEIPTS_BUSY } from '@portal/contract/receipts.ts'
import { afterEach, expect, test, vi } from 'vitest'
import type { KeptReceipt } from '../../../records/receipts/receipt.ts'
import { readPdf } from '../../../testing/read-pdf.ts'
import type { PrinterThread } from './receipt-printer-thread.ts'
import { createReceiptPrinter } from './receipt-printer.ts'

const SETTINGS = {
  company: {
    name: 'Plains',
    url: 'https://plains.example',
    logo: '',
    tagline: '',
    helpdeskContact: '',
    footerYear: 2026,
  },
  publicUrl: 'https://portal.example',
  timeZone: 'America/Chicago',
}

const receiptOf = (number: string): KeptReceipt => ({
  form: 2,
  number,
  countyId: 1,
  countyName: 'Reeves',
  accountId: 1,
  sender: 'ann@reeves.example',
  madeAt: new Date('2026-04-15T12:00:00Z'),
  clock: 'kept',
  clockAheadMs: 0,
  checkCode: 'AAAA-BBBB',
  files: [
    {
      documentId: 1,
      fileName: 'file.pdf',
      byteSize: 1000,
      sha256: createHash('sha256').update('file').digest(),
      receivedAt: new Date('2026-04-15T12:00:00Z'),
      place: 0,
      category: 'Industrial',
      type: 'Rendition',
      description: null,
      owners: null,
    },
  ],
})

type Pending = PromiseWithResolvers<void>

/** Threads that print and close when the test lets them, and what was asked of them so far. */
function pendingThreads() {
  const events: string[] = []
  const prints: Pending[] = []
  const closes: Pending[] = []
  let started = 0
  const pendingIn = async (list: Pending[]) => {
    const pending = Promise.withResolvers<void>()
    list.push(pending)
    await pending.promise
  }
  const startThread = (): PrinterThread => {
    started += 1
    const name = `thread ${started}`
    events.push(`${name} starts`)
    return {
      async print({ receipt }) {
        events.push(`${name} prints ${receipt.number}`)
        await pendingIn(prints)
        return Buffer.from(receipt.number)
      },
      async close() {
        events.push(`${name} closes`)
        await pendingIn(closes)
      },
    }
  }
  const print = createReceiptPrinter({ startThread })
  const ask = async (number: string) => (await print(receiptOf(number), SETTINGS)).toString()
  return { events, prints, closes, ask }
}

const EARLIER_EVENTS = ['thread 1 starts', 'thread 1 prints A']

/** Lets what already has its answer go on; no time passes. */
const settle = () => vi.advanceTimersByTimeAsync(0)

afterEach(() => void vi.useRealTimers())

test('R1.80 one thread prints receipts, one after the other, and ends once nobody waits', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { events, prints, closes, ask } = pendingThreads()
  const printed = Promise.all([ask('A'), ask('B')])
  await settle()
  expect(events).toEqual(EARLIER_EVENTS)
  prints[0]?.resolve()
  await settle()
  expect(events).toEqual([...EARLIER_EVENTS, 'thread 1 prints B'])
  prints[1]?.resolve()
  await settle()
  const next = ask('C')
  await settle()
  // Two threads never take memory at once.
  expect(events.slice(3)).toEqual(['thread 1 closes'])
  closes[0]?.resolve()
  expect(await printed).toEqual(['A', 'B'])
  await settle()
  expect(events.slice(4)).toEqual(['thread 2 starts', 'thread 2 prints C'])
  prints[2]?.resolve()
  await settle()
  closes[1]?.resolve()
  expect(await next).toBe('C')
  expect(vi.getTimerCount()).toBe(0)
})

test('R1.82 a receipt that passes its limit of time fails alone, and another thread prints the next', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { events, prints, closes, ask } = pendingThreads()
  const failed = ask('A').catch(String)
  const next = ask('B')
  await vi.advanceTimersByTimeAsync(59_999)
  expect(events).toEqual(EARLIER_EVENTS)
  await vi.advanceTimersByTimeAsync(1)
  expect(events).toEqual([...EARLIER_EVENTS, 'thread 1 closes'])
  closes[0]?.resolve()
  expect(await failed).toContain('60 seconds')
  await settle()
  expect(events.slice(3)).toEqual(['thread 2 starts', 'thread 2 prints B'])
  // What waits has its own minute, once its turn has come.
  await vi.advanceTimersByTimeAsync(59_999)
  prints[1]?.resolve()
  await settle()
  closes[1]?.resolve()
  expect(await next).toBe('B')
})

test('R1.82 the thread of a receipt that fails is closed, too', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { events, prints, closes, ask } = pendingThreads()
  const failed = ask('A').catch(String)
  void ask('B')
  await settle()
  prints[0]?.reject(new Error('no such font'))
  await settle()
  closes[0]?.resolve()
  expect(await failed).toContain('no such font')
  await settle()
  expect(events.slice(2)).toEqual(['thread 1 closes', 'thread 2 starts', 'thread 2 prints B'])
})

test('R1.83 where 200 receipts wait, one more is refused at once, and the others are printed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const { prints, closes, ask } = pendingThreads()
  const numbers = Array.from({ length: 201 }, (_, at) => `R-${at}`)
  const printed = Promise.all(numbers.map(ask))
  await expect(ask('more')).rejects.toMatchObject({ status: 503, code: RECEIPTS_BUSY.code })
  for (const at of numbers.keys()) {
    await settle()
    prints[at]?.resolve()
  }
  await settle()
  closes[0]?.resolve()
  expect(await printed).toEqual(numbers)
})

test('R1.80 receipts at once are each printed, and one that cannot be printed fails alone', async () => {
  const print = createReceiptPrinter()
  const unprintable = { ...receiptOf('R-2026-0000-0003'), madeAt: new Date(Number.NaN) }
  const [first, failed, last] = await Promise.allSettled([
    print(receiptOf('R-2026-0000-0001'), SETTINGS),
    print(unprintable, SETTINGS),
    print(receiptOf('R-2026-0000-0002'), SETTINGS),
  ])
  expect(failed).toMatchObject({ status: 'rejected', reason: { message: expect.stringMatching(/\S/) } })
  for (const [printed, number] of [
    [first, 'R-2026-0000-0001'],
    [last, 'R-2026-0000-0002'],
  ] as const) {
    if (printed.status === 'rejected') throw printed.reason
    const { pages } = await readPdf(printed.value)
    expect(pages.join('|')).toContain(`Receipt ${number}`)
    expect(pages.join('|')).toContain(createHash('sha256').update('file').digest('hex'))
  }
})
