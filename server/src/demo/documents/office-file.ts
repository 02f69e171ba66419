import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { fillMarks, type Marks } from './fill-marks.ts'

/** The earliest date that zip can store. A fixed date makes the file depend on its words only. */
const MADE_ON = '1980-01-01T00:00:00'

/** Fills in every part of a docx or xlsx. */
export function officeFile(sample: Buffer, marks: Marks): Buffer {
  const parts = Object.entries(unzipSync(sample)).map(([name, part]) => [
    name,
    strToU8(fillMarks(strFromU8(part), { ...marks, escape: xmlText })),
  ])
  return Buffer.from(zipSync(Object.fromEntries(parts), { mtime: MADE_ON }))
}

function xmlText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
