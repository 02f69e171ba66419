import { once } from 'node:events'
import { parentPort, type MessagePort } from 'node:worker_threads'
import { readPdfFonts } from '../../../../engines/pdf/fonts.ts'
import { writePdf } from '../../../../engines/pdf/write-pdf.ts'
import type { PaperBlock } from '../../../../records/audit/print-history.ts'
import type { FromPrinter, ToPrinter } from './history-printer.ts'
import { historySheets } from './history-sheets.ts'

const post = (port: MessagePort, message: FromPrinter) => port.postMessage(message, [])

/** Asks for a portion whenever the one before it is printed, so that a slow reader slows this thread. */
async function* blocksFrom(port: MessagePort): AsyncGenerator<PaperBlock> {
  for (;;) {
    const next = once(port, 'message') as Promise<[readonly PaperBlock[] | null]>
    post(port, 'more')
    const [blocks] = await next
    if (blocks === null) return
    yield* blocks
  }
}

async function print(port: MessagePort, { facts, footer }: ToPrinter): Promise<void> {
  const fonts = await readPdfFonts()
  const sheets = historySheets(blocksFrom(port), { fonts, footer })
  for await (const bytes of writePdf(facts, { sheets, fonts: fonts.strong }))
    post(port, new Uint8Array(bytes))
  post(port, 'end')
}

const port = parentPort
port?.once('message', (asked: ToPrinter) => void print(port, asked))
