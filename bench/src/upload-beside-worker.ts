import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Bench } from './lib/bench.ts'
import { compareRates } from './lib/comparison.ts'
import { scannedPage, scannedPdf } from './lib/scanned-pdf.ts'
import { withClient } from './lib/site-client.ts'
import { startPortal, withNewSite, type Site } from './lib/site.ts'
import { upload, uploadBodyOf } from './lib/uploads.ts'

const COMMANDS = resolve(import.meta.dirname, '../../server/src/cli.ts')
const MEGABYTE = 1_048_576
const AT_ONCE = 8
const COUNT = 200
const POLL_MS = 100
const WORKER_BOUND_MS = 120_000

/** Uploads of scans of 1 MB while a worker reads the text of others by OCR, against the same uploads without a worker. */
export const benchUploadBesideWorker: Bench = async (context) => {
  const body = uploadBodyOf(await scannedPdf(await scannedPage(), MEGABYTE))
  await withNewSite({ ...context, name: 'upload_beside_worker' }, async (site) => {
    const { server, headers } = await startPortal(site)
    const many = () => upload({ origin: server.origin, headers, body, atOnce: AT_ONCE, count: COUNT })
    try {
      // The first ones fill the worker's queue.
      await many()
      const beside = async () => {
        const worker = await startBusyWorker(site)
        try {
          return await many()
        } finally {
          await worker.stop()
        }
      }
      context.report(
        await compareRates({
          work: 'upload of 1 MB × 8 at once beside a busy worker, against none',
          portal: { server, run: beside },
          floor: { server, run: many },
          rounds: context.rounds,
          atLeast: 0.9,
          figuresIn: 'MiB',
        }),
      )
    } finally {
      await server.stop()
    }
  })
}

/** Starts `portal work`, and waits until it reads a document. */
async function startBusyWorker(site: Site): Promise<{ stop(): Promise<void> }> {
  const child = spawn(process.execPath, [COMMANDS, 'work', '--lanes', 'texts,index'], {
    env: { ...process.env, ...site.environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const end = () => void child.kill()
  process.once('exit', end)
  const ended = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
    process.off('exit', end)
  }
  try {
    await isReading(site)
    return { stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function isReading(site: Site): Promise<void> {
  const givesUp = performance.now() + WORKER_BOUND_MS
  await withClient(site, async (client) => {
    for (;;) {
      const { rowCount } = await client.query('SELECT FROM document_text WHERE claimed_until > now() LIMIT 1')
      if (rowCount) return
      if (performance.now() > givesUp) throw new Error('The worker reads nothing.')
      await setTimeout(POLL_MS)
    }
  })
}
