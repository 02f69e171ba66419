import { z } from 'zod'
import { isAnyQueued } from '../../../engines/jobs/job.repository.ts'
import { job, type JobKind } from '../../../engines/jobs/jobs.ts'
import type { Engines } from '../../../engines/engines.ts'
import { scanStored } from '../../stored-files/scan/scan-stored.ts'
import { claimScan, isAnyScanDue } from '../../stored-files/scan/scan.repository.ts'
import type { DocumentEventQueue } from '../document-events.ts'
import { settleScan } from './settle-scan.ts'

/** Milliseconds for one document: no request waits for it. */
const WITHIN_MS = 120_000

/** Scans documents that are not yet found clean, until none is due, the scanner is unavailable, or the server stops. */
export const SCAN_DOCUMENTS: JobKind<object> = {
  kind: 'scan-documents',
  payload: z.object({}),
  // A lane of its own, so that a hanging scanner delays nothing else.
  lane: 'scan',
  attempts: Infinity,
  keyOf: () => 'the one',
}

export const scanDocuments = job(SCAN_DOCUMENTS, scanWhatIsDue)

async function scanWhatIsDue(
  world: Engines & DocumentEventQueue,
  _payload: object,
  ending: AbortSignal,
): Promise<void> {
  const { scanner, database } = world
  if (scanner === null) return
  while (!ending.aborted) {
    const due = await claimScan(database.kysely)
    if (due === null) return
    const verdict = await scanStored(
      world,
      { key: due.key, size: due.byteSize },
      { scanner, withinMs: WITHIN_MS, signal: ending },
    )
    await settleScan(world, due, verdict)
    if (verdict.kind === 'unavailable') return
  }
}

/** Queues the scan job if the scanner is available and a scan is due. */
export async function queueScans(world: Engines): Promise<void> {
  const { scanner, database, jobs } = world
  if (scanner === null || (await scanner.probe()) === null || !(await isAnyScanDue(database.kysely))) return
  const queued = await database.kysely.transaction().execute(async (transaction) => {
    if (await isAnyQueued(transaction, SCAN_DOCUMENTS.kind)) return false
    await jobs.enqueue(transaction, SCAN_DOCUMENTS, {})
    return true
  })
  if (queued) jobs.wake()
}
