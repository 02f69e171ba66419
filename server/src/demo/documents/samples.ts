import { readFileSync } from 'node:fs'

const read = (name: string) => readFileSync(new URL(`../samples/${name}`, import.meta.url))

/**
 * The files that sample documents are filled-in copies of, one of each kind. They are our own;
 * `{{marks}}` stand where a document says its own words.
 */
export function readSamples() {
  return {
    pdf: read('paper.pdf'),
    docx: read('letter.docx'),
    xlsx: read('schedule.xlsx'),
    eml: read('mail.eml'),
    jpg: read('plat.jpg'),
    png: read('plat.png'),
    tif: read('plat.tif'),
  }
}

export type Samples = Readonly<ReturnType<typeof readSamples>>
export type SampleKind = keyof Samples
