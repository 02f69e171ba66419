import { downloadUpload } from '@portal/contract/files/files.ts'
import { VIRUS_MARKER } from './fake-clamd.ts'
import { SAMPLE_FILES } from './sample-files.ts'
import { storeDocument, uploadDocument } from './store-document.ts'
import type { PortalOptions, TestPortal } from './test-portal.ts'

export const CLEAN_PDF = SAMPLE_FILES.pdf
export const INFECTED_PDF = Buffer.concat([SAMPLE_FILES.pdf, Buffer.from(`\n% ${VIRUS_MARKER}\n`)])

export const SCANNED = {
  cast: {
    counties: { ector: 'Ector' },
    people: {
      admin: { email: 'admin@firm.example', role: 'administrator' },
      clerk: { county: 'ector' },
    },
  },
  scanner: true,
} as const satisfies PortalOptions

export type ScanCalls = ReturnType<typeof scanCalls>

/** The clerk's uploads and downloads at a portal that scans them. */
export function scanCalls(portal: TestPortal<typeof SCANNED>) {
  const { clerk } = portal.people
  return {
    send: (bytes: Buffer, fileName = 'rendition.pdf', person = clerk) =>
      uploadDocument(portal, person, { bytes, fileName }),
    store: (bytes: Buffer, fileName = 'rendition.pdf') => storeDocument(portal, clerk, { bytes, fileName }),
    open: (fileId: number, headers: Record<string, string> = {}) =>
      portal.call(clerk, downloadUpload, { params: { fileId }, headers }),
  }
}
