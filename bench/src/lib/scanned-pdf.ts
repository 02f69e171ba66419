import { madePdfOfScans, madeScan } from '@portal/server/src/testing/made-scan.ts'

/** A scan of a letter page. Dirt on the paper makes it large. */
export function scannedPage(): Promise<Buffer> {
  const lines = Array.from({ length: 30 }, (_, at) => `Schedule ${at + 1}: furniture, fixtures, inventory.`)
  return madeScan(lines.join('\n'), { noise: 40 })
}

/** A PDF of about that many bytes whose pages are this scan, each with bytes of its own, as scanners write it. */
export function scannedPdf(page: Buffer, bytes: number): Promise<Buffer> {
  return madePdfOfScans(Array.from({ length: Math.max(1, Math.round(bytes / page.length)) }, () => page))
}
