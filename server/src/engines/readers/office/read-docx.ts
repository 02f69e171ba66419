import { TextBudget, type FileText } from '../file-text.ts'
import type { ReadOptions } from '../read-options.ts'
import { TextCollector } from './text-collector.ts'
import { readXml } from './xml-events.ts'
import { openZip } from './zip-parts.ts'

/** Parts with text in the order in which they are read. */
const PARTS = [
  /^word\/document\.xml$/,
  /^word\/header\d*\.xml$/,
  /^word\/footer\d*\.xml$/,
  /^word\/footnotes\.xml$/,
  /^word\/endnotes\.xml$/,
  /^word\/comments\.xml$/,
]

/** Elements that end a line or a cell. */
const BREAKS: Readonly<Record<string, string>> = {
  p: '\n',
  br: '\n',
  cr: '\n',
  tab: '\t',
  tc: '\t',
  tr: '\n',
}

/** A Word document is one page, because only Word knows where its pages end. */
export async function readDocx(bytes: Buffer, options: ReadOptions): Promise<FileText> {
  const zip = openZip(bytes)
  const budget = new TextBudget()
  const collector = new TextCollector(budget.left)
  const parts = PARTS.flatMap((pattern) => zip.names.filter((name) => pattern.test(name)))
  for (const part of parts) {
    readPart(zip, part, { options, collector })
    collector.add('\n')
  }
  return {
    pageCount: 1,
    pages: [budget.take({ text: collector.text(), boxes: '' })],
    scans: [],
    skippedScans: 0,
  }
}

type Reading = { readonly options: ReadOptions; readonly collector: TextCollector }

function readPart(zip: ReturnType<typeof openZip>, part: string, { options, collector }: Reading): void {
  let isText = false
  readXml(zip, part, options, {
    open(name) {
      // Deleted text of a tracked change has another element, delText.
      if (name === 't') isText = true
    },
    text(text) {
      if (isText) collector.add(text)
    },
    close(name) {
      if (name === 't') isText = false
      else collector.add(BREAKS[name] ?? '')
    },
    isDone: () => collector.isFull,
  })
}
