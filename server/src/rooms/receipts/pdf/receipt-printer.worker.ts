import { parentPort, type MessagePort } from 'node:worker_threads'
import { writeReceiptPdf } from './write-receipt-pdf.ts'
import type { FromPrinter, ToPrinter } from './receipt-printer.ts'

/** Posts the PDF. A failure ends the thread, and the caller gets its error. */
async function answer(port: MessagePort, { receipt, settings }: ToPrinter): Promise<void> {
  // Messages between threads turn buffers into plain byte arrays.
  const files = receipt.files.map((file) => ({ ...file, sha256: Buffer.from(file.sha256) }))
  const pieces: Buffer[] = []
  for await (const piece of writeReceiptPdf({ ...receipt, files }, settings)) pieces.push(piece)
  const pdf: FromPrinter = new Uint8Array(Buffer.concat(pieces))
  port.postMessage(pdf, [pdf.buffer])
}

const port = parentPort
port?.on('message', (asked: ToPrinter) => void answer(port, asked))
