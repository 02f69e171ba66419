import { readFileSync } from 'node:fs'
import type { Extension } from '@portal/contract/limits.ts'
import { readSamples, type SampleKind } from '../demo/documents/samples.ts'
import { seededRandom } from '../demo/random.ts'
import { paperFile } from '../demo/sample-paper.ts'

const SAMPLES = readSamples()
const PAPER = {
  year: 2026,
  county: 'Reeves',
  owner: 'Delaware Pipe Line LLC',
  type: 'Rendition',
  category: 'Industrial',
  from: 'records@staff.example',
  on: new Date('2026-04-15T14:30:00Z'),
}

function paperOf(kind: SampleKind): Buffer {
  return paperFile(seededRandom(4), { kind, sample: SAMPLES[kind], paper: PAPER })
}

/** A sample that the demo does not use. */
function storedSample(name: string): Buffer {
  return readFileSync(new URL(`samples/${name}`, import.meta.url))
}

const JPG = paperOf('jpg')
const TIF = paperOf('tif')

/** A small valid file of every accepted type. */
export const SAMPLE_FILES: Readonly<Record<Extension, Buffer>> = {
  pdf: paperOf('pdf'),
  png: paperOf('png'),
  jpg: JPG,
  jpeg: JPG,
  tif: TIF,
  tiff: TIF,
  doc: storedSample('letter.doc'),
  docx: paperOf('docx'),
  xls: storedSample('schedule.xls'),
  xlsx: paperOf('xlsx'),
  eml: paperOf('eml'),
}
