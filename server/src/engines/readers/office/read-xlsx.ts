import { MAX_PAGES, TextBudget, type FileText } from '../file-text.ts'
import type { PackedPage } from '../packed-page.ts'
import type { ReadOptions } from '../read-options.ts'
import { dateOf, readDateStyles } from './date-styles.ts'
import { TextCollector } from './text-collector.ts'
import { readXml } from './xml-events.ts'
import { openZip, type ZipParts } from './zip-parts.ts'

/** Each sheet is a page: its name, then a line for each row. */
export async function readXlsx(bytes: Buffer, options: ReadOptions): Promise<FileText> {
  const zip = openZip(bytes)
  const budget = new TextBudget()
  const sheets = readSheets(zip, options)
  const workbook = {
    shared: readSharedStrings(zip, { options, maxCharacters: budget.left }),
    dates: readDateStyles(zip, options),
  }
  const pages: PackedPage[] = []
  for (const { name, part } of sheets.slice(0, Math.min(options.maxPages, MAX_PAGES))) {
    const collector = new TextCollector(budget.left)
    collector.add(`${name}\n`)
    readRows(zip, part, { options, collector, ...workbook })
    pages.push(budget.take({ text: collector.text(), boxes: '' }))
  }
  const comments = readComments(zip, { options, maxCharacters: budget.left })
  if (comments !== '') pages.push(budget.take({ text: comments, boxes: '' }))
  return { pageCount: Math.max(sheets.length, pages.length), pages, scans: [], skippedScans: 0 }
}

type Sheet = { readonly name: string; readonly part: string }

/** The sheets in the order of their tabs. */
function readSheets(zip: ZipParts, options: ReadOptions): Sheet[] {
  const targets = new Map<string, string>()
  readXml(zip, 'xl/_rels/workbook.xml.rels', options, {
    open(name, attribute) {
      if (name !== 'Relationship') return
      const target = attribute('Target') ?? ''
      targets.set(attribute('Id') ?? '', target.startsWith('/') ? target.slice(1) : `xl/${target}`)
    },
  })
  const sheets: Sheet[] = []
  readXml(zip, 'xl/workbook.xml', options, {
    open(name, attribute) {
      const part = name === 'sheet' ? targets.get(attribute('id') ?? '') : undefined
      if (part !== undefined) sheets.push({ name: attribute('name') ?? '', part })
    },
  })
  if (sheets.length > 0) return sheets
  const parts = zip.names.filter((name) => /^xl\/worksheets\/[^/]+\.xml$/.test(name))
  return parts.map((part) => ({ name: '', part }))
}

type Limits = { readonly options: ReadOptions; readonly maxCharacters: number }

/** The texts of all sheets, which cells name by number. */
function readSharedStrings(zip: ZipParts, { options, maxCharacters }: Limits): string[] {
  const strings: string[] = []
  let [current, left, isText] = ['', maxCharacters, false]
  readXml(zip, 'xl/sharedStrings.xml', options, {
    open(name) {
      if (name === 'si') current = ''
      isText = name === 't'
    },
    text(text) {
      if (isText) current += text
    },
    close(name) {
      isText = false
      if (name !== 'si') return
      strings.push(current)
      // An empty text takes memory, too.
      left -= current.length + 1
    },
    isDone: () => left <= 0,
  })
  return strings
}

type Rows = {
  readonly options: ReadOptions
  readonly collector: TextCollector
  readonly shared: readonly string[]
  readonly dates: ReadonlySet<number>
}

function readRows(zip: ZipParts, part: string, { options, collector, shared, dates }: Rows): void {
  let [type, style, value, isValue] = ['n', -1, '', false]
  const shown = () => {
    if (type === 's') return shared[Number(value)] ?? ''
    if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE'
    return type === 'n' && dates.has(style) ? (dateOf(Number(value)) ?? value) : value
  }
  readXml(zip, part, options, {
    open(name, attribute) {
      if (name === 'c') [type, style, value] = [attribute('t') ?? 'n', Number(attribute('s') ?? -1), '']
      isValue = name === 'v' || name === 't'
    },
    text(text) {
      if (isValue && value.length < 100_000) value += text
    },
    close(name) {
      isValue = false
      if (name === 'c' && value !== '') collector.add(`${shown()}\t`)
      if (name === 'row') collector.add('\n')
    },
    isDone: () => collector.isFull,
  })
}

function readComments(zip: ZipParts, { options, maxCharacters }: Limits): string {
  const collector = new TextCollector(maxCharacters)
  let isText = false
  for (const part of zip.names.filter((name) => /^xl\/(threadedComments\/|comments)[^/]*\.xml$/.test(name))) {
    readXml(zip, part, options, {
      open: (name) => {
        isText = name === 't' || name === 'text'
      },
      text: (text) => {
        if (isText) collector.add(text)
      },
      close: (name) => {
        if (name === 'comment' || name === 'threadedComment') collector.add('\n')
      },
      isDone: () => collector.isFull,
    })
  }
  return collector.text()
}
