import { downloadUpload, uploadFile, type Upload } from '@portal/contract/files.ts'
import { queueScans } from '../records/documents/scan/scan-documents.job.ts'
import type { Environment } from '../engines/config/environment.ts'
import { startFakeClamd, VIRUS_MARKER } from './fake-clamd.ts'
import { runDueJobs } from './mailbox.ts'
import { SAMPLE_FILES } from './sample-files.ts'
import { testPortal, type TestPerson } from './test-portal.ts'
import { uploadForm } from './upload-form.ts'

export const CLEAN_PDF = SAMPLE_FILES.pdf
export const INFECTED_PDF = Buffer.concat([SAMPLE_FILES.pdf, Buffer.from(`\n% ${VIRUS_MARKER}\n`)])

/** A portal whose uploads a scripted daemon looks at, with an administrator and a clerk of a county. */
export async function scannedPortal(environment: Environment = {}) {
  const clamd = await startFakeClamd()
  const portal = await testPortal({ environment: { CLAMD_URL: clamd.url, ...environment } })
  const county = await portal.addCounty('Ector')
  const admin = await portal.addPerson({ email: 'admin@firm.example', isAdmin: true })
  const clerk = await portal.addPerson({ email: 'clerk@ector.example', countyId: county.CountyID })

  const send = (bytes: Buffer, fileName = 'rendition.pdf', person: TestPerson = clerk) =>
    portal.call(person, uploadFile, uploadForm({ fileName, bytes, categoryId: 1, typeId: 1 }))

  return {
    ...portal,
    clamd,
    county,
    admin,
    clerk,
    send,
    async store(bytes: Buffer, fileName?: string): Promise<number> {
      const answer = await send(bytes, fileName)
      if (answer.statusCode !== 200)
        throw new Error(`The upload answered ${answer.statusCode}: ${answer.body}`)
      return answer.json<{ file: Upload }>().file.FileID
    },
    open: (fileId: number, headers: Record<string, string> = {}) =>
      portal.call(clerk, downloadUpload, { params: { fileId }, headers }),
    /** What the background does once everything that waits is due. */
    async scanNow(): Promise<void> {
      await portal.pool.query('UPDATE stored_object SET scan_due = now()')
      await queueScans(portal.world)
      await runDueJobs(portal)
    },
    /** The state of the bytes of a document. */
    async scanOf(fileId: number) {
      const { rows } = await portal.pool.query<{
        scan_state: string
        scan_finding: string | null
        scan_trouble: string | null
        scan_tries: number
      }>(
        `SELECT scan_state, scan_finding, scan_trouble, scan_tries
         FROM stored_object JOIN document ON storage_key = key WHERE id = $1`,
        [fileId],
      )
      return rows[0]
    },
    async close(): Promise<void> {
      await portal.close()
      await clamd.stop()
    },
  }
}

export type ScannedPortal = Awaited<ReturnType<typeof scannedPortal>>
