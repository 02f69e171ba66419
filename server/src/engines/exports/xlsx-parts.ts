import { sheetXml } from './sheet-text.ts'

// The small parts of an XLSX file (ISO/IEC 29500) beside its sheets.

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The places of the cell formats in `styles.xml`. */
export const STYLES = { heading: 1, text: 2, integer: 3, amount: 4, date: 5, moment: 6 } as const

/** 49: text, 1: whole number, 4: two decimals with thousands. */
const FORMATS = [0, 0, 49, 1, 4, 164, 165]

const CELL_FORMATS = FORMATS.map((format, at) => {
  const font = at === STYLES.heading ? 1 : 0
  return `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`
})

const STYLES_XML = `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${FORMATS.length}">${CELL_FORMATS.join('')}</cellXfs></styleSheet>`

type Facts = { readonly title: string; readonly at: Date }

export type SheetFacts = {
  readonly name: string
  /** The cells with a filter, such as `$A$1:$E$13`; null without one. LibreOffice needs its name in the workbook. */
  readonly filtered: string | null
}

/** The parts of a file with these sheets, by their names in the archive. */
export function workbookParts(all: readonly SheetFacts[], facts: Facts): Readonly<Record<string, string>> {
  const sheets = all.map(({ name }, at) => ({ name: sheetXml(name), number: at + 1 }))
  const filters = all.flatMap(({ name, filtered }, at) => {
    if (filtered === null) return []
    const range = sheetXml(`'${name}'!${filtered}`)
    return [
      `<definedName name="_xlnm._FilterDatabase" localSheetId="${at}" hidden="1">${range}</definedName>`,
    ]
  })
  const rest = sheets.length + 1
  return {
    'xl/styles.xml': STYLES_XML,
    'xl/workbook.xml': `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><bookViews><workbookView/></bookViews><sheets>${sheets
      .map(({ name, number }) => `<sheet name="${name}" sheetId="${number}" r:id="rId${number}"/>`)
      .join('')}</sheets><definedNames>${filters.join('')}</definedNames></workbook>`,
    'xl/_rels/workbook.xml.rels': relations([
      ...sheets.map(({ number }) => ({ id: number, type: `${OFFICE}/worksheet`, to: sheetFile(number) })),
      { id: rest, type: `${OFFICE}/styles`, to: 'styles.xml' },
    ]),
    'docProps/core.xml': coreXml(facts),
    '_rels/.rels': relations([
      { id: 1, type: `${OFFICE}/officeDocument`, to: 'xl/workbook.xml' },
      { id: 2, type: `${PACKAGE}/relationships/metadata/core-properties`, to: 'docProps/core.xml' },
    ]),
    '[Content_Types].xml': contentTypes(sheets.map(({ number }) => `/xl/${sheetFile(number)}`)),
  }
}

/** The name of a sheet, counted from 1, below `xl`. */
export function sheetFile(number: number): string {
  return `worksheets/sheet${number}.xml`
}

function relations(
  all: readonly { readonly id: number; readonly type: string; readonly to: string }[],
): string {
  const lines = all.map(({ id, type, to }) => `<Relationship Id="rId${id}" Type="${type}" Target="${to}"/>`)
  return `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${lines.join('')}</Relationships>`
}

function coreXml({ title, at }: Facts): string {
  return `${HEAD}<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:title>${sheetXml(title)}</dc:title><dcterms:created xsi:type="dcterms:W3CDTF">${at.toISOString()}</dcterms:created></cp:coreProperties>`
}

function contentTypes(sheets: readonly string[]): string {
  const parts = [
    ...sheets.map((name) => [name, `${TYPES}.worksheet+xml`]),
    ['/xl/workbook.xml', `${TYPES}.sheet.main+xml`],
    ['/xl/styles.xml', `${TYPES}.styles+xml`],
    ['/docProps/core.xml', 'application/vnd.openxmlformats-package.core-properties+xml'],
  ]
  const overrides = parts.map(([name, type]) => `<Override PartName="${name}" ContentType="${type}"/>`)
  return `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${overrides.join('')}</Types>`
}
