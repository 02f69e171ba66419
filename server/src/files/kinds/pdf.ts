import type { ByteSource } from './byte-source.ts'
import type { Finding } from './finding.ts'

/** Readers look for the header in the first 1024 bytes; mail gateways and scanners do put bytes before it. */
const HEADER_WITHIN = 1024

export async function inspectPdf(document: ByteSource): Promise<Finding> {
  const head = await document.read(0, HEADER_WITHIN)
  return head.includes('%PDF-') ? 'valid' : 'invalid'
}
