import { queueScans } from '../../records/documents/scan/scan-documents.job.ts'
import { startFakeClamd, type FakeClamd } from '../fake-clamd.ts'
import { runDueJobs } from '../mailbox.ts'
import type { PortalPart } from './part.ts'

type ScanState = {
  scan_state: string
  scan_finding: string | null
  scan_trouble: string | null
  scan_tries: number
}

type Scanner = FakeClamd & {
  /** Makes all waiting scans due and runs them. */
  scanNow(): Promise<void>
  /** The state of the bytes of a document. */
  scanOf(fileId: number): Promise<ScanState | undefined>
}

/** A scripted daemon that scans the uploads. */
export async function openScanner(): Promise<PortalPart<Scanner>> {
  const clamd = await startFakeClamd()
  return {
    environment: { CLAMD_URL: clamd.url },
    give: (portal) => ({
      ...clamd,
      async scanNow() {
        await portal.pool.query('UPDATE stored_object SET scan_due = now()')
        await queueScans(portal.world)
        await runDueJobs(portal)
      },
      async scanOf(fileId) {
        const { rows } = await portal.pool.query<ScanState>(
          `SELECT scan_state, scan_finding, scan_trouble, scan_tries
           FROM stored_object JOIN document ON storage_key = key WHERE id = $1`,
          [fileId],
        )
        return rows[0]
      },
    }),
    close: () => clamd.stop(),
  }
}
