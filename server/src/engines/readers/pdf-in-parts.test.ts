import { expect, test } from 'vitest'
import { madePdf } from '../../testing/made-pdf.ts'
import { madePdfOfScans, madeScan } from '../../testing/made-scan.ts'
import { MEGABYTE } from '../config/megabyte.ts'
import { bytesInParts } from '../workers/file-bytes.ts'
import { openPdf, openPdfInParts, UnreadablePdf, type PdfDocument } from './pdf-document.ts'

function inParts(file: Buffer) {
  const starts: number[] = []
  const bytes = bytesInParts(file.length, (start, end) => {
    starts.push(start)
    return file.subarray(start, end)
  })
  return { bytes, starts }
}

test('R16.23 the first page of a large PDF needs its first and its last parts', async () => {
  const scan = await madeScan('Schedule A', { noise: 40 })
  const file = await madePdfOfScans(Array.from({ length: 24 }, () => scan))
  expect(file.length).toBeGreaterThan(8 * MEGABYTE)
  const { bytes, starts } = inParts(file)
  const pdf = await openPdfInParts(bytes)
  const whole = await openPdf(file)
  try {
    expect(pdf.pageCount).toBe(24)
    expect(pdf.draw(0, 800)).toEqual(whole.draw(0, 800))
    expect(starts.length).toBeLessThanOrEqual(4)
    expect(pdf.draw(20, 800)).toEqual(whole.draw(20, 800))
    expect(new Set(starts).size).toBe(starts.length)
  } finally {
    pdf.close()
    whole.close()
  }
})

test('R16.23 a damaged PDF in parts is read, or refused, like a whole one', async () => {
  const file = await madePdf({ pages: ['Schedule A'] })
  const replaced = (from: string, to: string) =>
    Buffer.from(file.toString('latin1').replaceAll(from, to), 'latin1')
  const looks: unknown[] = []
  for (const damaged of [
    file.subarray(0, -6),
    Buffer.concat([Buffer.alloc(500, 'x'), file, Buffer.alloc(3000, 'x')]),
    replaced('startxref\n', 'startxref\n9'),
    file.subarray(0, -40),
    replaced('obj', 'xyz'),
    Buffer.alloc(0),
  ]) {
    const look = await lookOf(openPdfInParts(inParts(damaged).bytes))
    expect(look).toEqual(await lookOf(openPdf(damaged)))
    looks.push(look)
  }
  expect(looks.filter((look) => look === 'damaged')).toHaveLength(3)
})

async function lookOf(opening: Promise<PdfDocument>): Promise<unknown> {
  try {
    const pdf = await opening
    const bitmap = pdf.draw(0, 300)
    pdf.close()
    return bitmap
  } catch (error) {
    return error instanceof UnreadablePdf ? error.reason : error
  }
}
