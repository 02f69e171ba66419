import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import type { ToPrinter } from './printer-messages.ts'
import { printerThread, startPrinterThread } from './receipt-printer-thread.ts'

/** No script of these tests reads what it is asked. */
const ASKED = {} as ToPrinter

const scriptOf = (body: string) =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => { ${body} })`)}`,
  )

test('R1.84 the thread that prints receipts gets none of the settings of the server', async () => {
  const answer = 'parentPort.postMessage(new TextEncoder().encode(JSON.stringify(process.env)))'
  const thread = startPrinterThread(scriptOf(answer))
  const environment = await thread.print(ASKED)
  await thread.close()
  expect(environment.toString()).toBe('{}')
})

test('R1.82 a thread that loops without end holds up nobody, and ends when it is closed', async () => {
  const thread = startPrinterThread(scriptOf('for (;;) {}'))
  const printed = thread.print(ASKED).catch(String)
  await thread.close()
  expect(await printed).toContain('has ended')
})

test('R1.82 a thread whose answer cannot be read, or that fails twice, fails what it prints', async () => {
  for (const event of ['messageerror', 'error']) {
    const worker = new Worker(scriptOf(''))
    const thread = printerThread(worker)
    const printed = thread.print(ASKED).catch(String)
    worker.emit(event, new Error('broken'))
    worker.emit(event, new Error('broken again'))
    expect(await printed).toContain('broken')
    await thread.close()
  }
})
