import { createHash } from 'node:crypto'
import type { Worker } from 'node:worker_threads'
import { afterEach, expect, test, vi, type Mock } from 'vitest'
import type { StoredReceipt } from '../../../records/receipts/receipt.ts'
import { readPdf } from '../../../testing/read-pdf.ts'
import { createReceiptPrinter, type PrinterThread } from './receipt-printer.ts'

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

const receiptOf = (files: number, number = 'R-2026-0000-0001'): StoredReceipt => ({
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
  files: Array.from({ length: files }, (_, place) => ({
    documentId: place + 1,
    fileName: `file ${place}.pdf`,
    byteSize: 1000 + place,
    sha256: createHash('sha256').update(String(place)).digest(),
    receivedAt: new Date('2026-04-15T12:00:00Z'),
    place,
    category: 'Industrial',
    type: 'Rendition',
    description: null,
    owners: null,
  })),
})

afterEach(() => void vi.useRealTimers())

test('R1.80 a receipt is printed in its own thread, so other work need not wait', async () => {
  const threads: Worker[] = []
  const keep = (thread: Worker) => void threads.push(thread)
  process.on('worker', keep)
  try {
    const pdf = await createReceiptPrinter()(receiptOf(400), SETTINGS)
    expect((await readPdf(pdf)).pages.join('|')).toContain('file 399.pdf')
    expect(threads).toHaveLength(1)
  } finally {
    process.off('worker', keep)
  }
})

test('R1.80 simultaneous receipts are all printed, and one that cannot be printed fails alone', async () => {
  const print = createReceiptPrinter()
  const unprintable = { ...receiptOf(1), madeAt: new Date(Number.NaN) }
  const [first, failed, last] = await Promise.allSettled([
    print(receiptOf(1, 'R-2026-0000-0001'), SETTINGS),
    print(unprintable, SETTINGS),
    print(receiptOf(1, 'R-2026-0000-0002'), SETTINGS),
  ])
  expect(failed).toMatchObject({ status: 'rejected', reason: { message: expect.stringMatching(/\S/) } })
  for (const [printed, number] of [
    [first, 'R-2026-0000-0001'],
    [last, 'R-2026-0000-0002'],
  ] as const) {
    if (printed.status === 'rejected') throw printed.reason
    const { pages } = await readPdf(printed.value)
    expect(pages.join('|')).toContain(`Receipt ${number}`)
    expect(pages.join('|')).toContain(createHash('sha256').update('0').digest('hex'))
  }
})

test('R1.80 a receipt that takes a minute fails, and the next one gets another thread', async () => {
  vi.useFakeTimers()
  const close = vi.fn<PrinterThread['close']>().mockResolvedValue(0)
  const print = vi.fn<PrinterThread['print']>().mockResolvedValue(Buffer.from('%PDF'))
  // It never responds.
  print.mockReturnValueOnce(new Promise(() => {}))
  const printReceipt = createReceiptPrinter({ startThread: () => ({ print, close }) })
  const hanging = printReceipt(receiptOf(1), SETTINGS)
  const next = printReceipt(receiptOf(1), SETTINGS)
  const outcome = hanging.catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await outcome).toMatchObject({ message: 'The receipt R-2026-0000-0001 was not printed in 60 s.' })
  expect(close).toHaveBeenCalledOnce()
  expect(await next).toEqual(Buffer.from('%PDF'))
})

test('R1.80 one thread prints receipts that follow within half a minute, and ends then or after a failure', async () => {
  vi.useFakeTimers()
  const threads: { readonly [act in keyof PrinterThread]: Mock<PrinterThread[act]> }[] = []
  const startThread = () => {
    const thread = {
      print: vi.fn<PrinterThread['print']>().mockResolvedValue(Buffer.from('%PDF')),
      close: vi.fn<PrinterThread['close']>().mockResolvedValue(0),
    }
    threads.push(thread)
    return thread
  }
  const print = createReceiptPrinter({ startThread })
  const closed = () => threads.map(({ close }) => close.mock.calls.length)
  await print(receiptOf(1), SETTINGS)
  vi.advanceTimersByTime(29_999)
  await print(receiptOf(1), SETTINGS)
  vi.advanceTimersByTime(29_999)
  expect(closed()).toEqual([0])
  vi.advanceTimersByTime(1)
  expect(closed()).toEqual([1])
  await print(receiptOf(1), SETTINGS)
  threads[1]?.print.mockRejectedValueOnce(new Error('no font'))
  await expect(print(receiptOf(1), SETTINGS)).rejects.toThrow('no font')
  expect(closed()).toEqual([1, 1])
  await print(receiptOf(1), SETTINGS)
  expect(closed()).toEqual([1, 1, 0])
})

test('R1.98 told to stop, it drops running and waiting receipts, and begins none', async () => {
  const stopping = new AbortController()
  const close = vi.fn<PrinterThread['close']>().mockResolvedValue(0)
  const hang = vi.fn<PrinterThread['print']>(() => new Promise(() => {}))
  const print = createReceiptPrinter({
    startThread: () => ({ print: hang, close }),
    stopping: stopping.signal,
  })
  const outcomes = [print(receiptOf(1), SETTINGS), print(receiptOf(1), SETTINGS)]
  const settled = Promise.allSettled(outcomes)
  await vi.waitFor(() => expect(hang).toHaveBeenCalledOnce(), { timeout: 20_000 })
  stopping.abort(new Error('The portal stops.'))
  const dropped = { status: 'rejected', reason: new Error('The portal stops.') }
  expect(await settled).toEqual([dropped, dropped])
  await expect(print(receiptOf(1000), SETTINGS)).rejects.toThrow('The portal stops.')
  expect(hang).toHaveBeenCalledOnce()
  expect(close).toHaveBeenCalled()
})

test('R12.17 a short receipt is printed while a long one still runs, and survives its failure', async () => {
  vi.useFakeTimers()
  const longOnes = vi.fn<PrinterThread['print']>(() => new Promise(() => {}))
  const close = vi.fn<PrinterThread['close']>().mockResolvedValue(0)
  const print = createReceiptPrinter({
    startThread: () => ({
      print: (asked) =>
        asked.receipt.files.length > 1 ? longOnes(asked) : Promise.resolve(Buffer.from('%PDF')),
      close,
    }),
  })
  const long = print(receiptOf(1000), SETTINGS).catch((error: unknown) => error)
  expect(await print(receiptOf(1), SETTINGS)).toEqual(Buffer.from('%PDF'))
  expect(longOnes).toHaveBeenCalledOnce()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await long).toBeInstanceOf(Error)
  expect(await print(receiptOf(1), SETTINGS)).toEqual(Buffer.from('%PDF'))
})
