import { fillMarks, type Marks } from './fill-marks.ts'

/**
 * Fills in a PDF of one page. Its text is its last object, so that the table of offsets stays true: only the length of
 * the text and the place of the table are written anew. Letters other than ASCII show as `?`.
 */
export function pdfFile(sample: Buffer, marks: Marks): Buffer {
  const pdf = fillMarks(sample.toString('latin1'), { ...marks, escape: literal })
  const length = pdf.indexOf('\nendstream\n') - (pdf.indexOf('\nstream\n') + '\nstream\n'.length)
  const measured = pdf.replace(/\/Length \d+/, `/Length ${length}`)
  const table = measured.indexOf('\nxref\n') + 1
  return Buffer.from(measured.replace(/\nstartxref\n\d+\n/, `\nstartxref\n${table}\n`), 'latin1')
}

/** A PDF string without its parentheses. */
function literal(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/gu, '?').replaceAll(/[\\()]/g, String.raw`\$&`)
}
