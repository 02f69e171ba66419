import { fillMarks, type Marks } from './fill-marks.ts'

/**
 * Fills in a PDF of one page. The text is the last object, so the offsets of all objects stay the same, and only the
 * length of the text and the offset of the table change. Characters outside ASCII become `?`.
 */
export function pdfFile(sample: Buffer, marks: Marks): Buffer {
  const pdf = fillMarks(sample.toString('latin1'), { ...marks, escape: literal })
  const length = pdf.indexOf('\nendstream\n') - (pdf.indexOf('\nstream\n') + '\nstream\n'.length)
  const measured = pdf.replace(/\/Length \d+/, `/Length ${length}`)
  const table = measured.indexOf('\nxref\n') + 1
  return Buffer.from(measured.replace(/\nstartxref\n\d+\n/, `\nstartxref\n${table}\n`), 'latin1')
}

/** Returns a PDF string without its parentheses. */
function literal(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/gu, '?').replaceAll(/[\\()]/g, String.raw`\$&`)
}
