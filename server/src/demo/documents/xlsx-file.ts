import { OFFICE_RELATIONS, officePackage, relations } from './office-package.ts'
import { xmlText } from './xml.ts'

export type Cell = string | number
/** The first row is the heading. */
export type Sheet = { rows: readonly (readonly Cell[])[]; sheetName?: string }

const EXCEL = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const STYLES =
  `<styleSheet xmlns="${EXCEL}">` +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>' +
  '<cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>' +
  '<xf numFmtId="4" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs>' +
  '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
const HEADING_STYLE = 1
const AMOUNT_STYLE = 2

/** An Excel workbook of one sheet: text and numbers, numbers with thousands and two decimals. */
export function xlsxFile({ rows, sheetName = 'Sheet1' }: Sheet): Buffer {
  const workbook =
    `<workbook xmlns="${EXCEL}" xmlns:r="${OFFICE_RELATIONS}">` +
    `<sheets><sheet name="${xmlText(sheetName)}" sheetId="1" r:id="rId1"/></sheets></workbook>`
  return officePackage(
    [
      { name: 'xl/workbook.xml', contentType: `${TYPE}.sheet.main+xml`, xml: workbook },
      { name: 'xl/worksheets/sheet1.xml', contentType: `${TYPE}.worksheet+xml`, xml: sheetXml(rows) },
      { name: 'xl/styles.xml', contentType: `${TYPE}.styles+xml`, xml: STYLES },
    ],
    {
      'xl/_rels/workbook.xml.rels': relations([
        { type: 'worksheet', target: 'worksheets/sheet1.xml' },
        { type: 'styles', target: 'styles.xml' },
      ]),
    },
  )
}

function sheetXml(rows: Sheet['rows']): string {
  const lines = rows.map((row, line) => {
    const cells = row.map((cell, column) => cellXml(cell, `${columnName(column)}${line + 1}`, line === 0))
    return `<row r="${line + 1}">${cells.join('')}</row>`
  })
  const columns = Math.max(1, ...rows.map((row) => row.length))
  return (
    `<worksheet xmlns="${EXCEL}"><cols><col min="1" max="${columns}" width="22" customWidth="1"/></cols>` +
    `<sheetData>${lines.join('')}</sheetData></worksheet>`
  )
}

function cellXml(cell: Cell, place: string, isHeading: boolean): string {
  if (typeof cell === 'number') return `<c r="${place}" s="${AMOUNT_STYLE}"><v>${cell}</v></c>`
  const style = isHeading ? ` s="${HEADING_STYLE}"` : ''
  return `<c r="${place}"${style} t="inlineStr"><is><t xml:space="preserve">${xmlText(cell)}</t></is></c>`
}

/** A, B, …, Z, AA, … */
function columnName(index: number): string {
  const before = Math.floor(index / 26)
  return (before > 0 ? columnName(before - 1) : '') + String.fromCharCode(65 + (index % 26))
}
