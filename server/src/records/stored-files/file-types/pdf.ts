import type { ByteSource } from './byte-source.ts'
import type { Finding } from './finding.ts'

/** Readers look for the header in the first 1024 bytes; mail gateways and scanners do put bytes before it. */
const HEADER_WINDOW_BYTES = 1024

export async function inspectPdf(document: ByteSource): Promise<Finding> {
  const head = await document.read(0, HEADER_WINDOW_BYTES)
  return head.includes('%PDF-') ? 'valid' : 'invalid'
}
