import { readFileSync } from 'node:fs'

const read = (name: string) => readFileSync(new URL(`../samples/${name}`, import.meta.url))

/**
 * Reads the templates of the sample documents, one of each file type. They are our own work. `{{marks}}` show where a
 * document has its own words.
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
