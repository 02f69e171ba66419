import type { ReadOptions } from '../read-options.ts'
import { readXml } from './xml-events.ts'
import type { ZipParts } from './zip-parts.ts'

/** The numbers of Excel's own formats that show a date. */
const isDateFormat = (format: number) => (format >= 14 && format <= 22) || (format >= 27 && format <= 36)

/** The styles of cells that show a date, by their numbers. A cell stores a date as a number of days. */
export function readDateStyles(zip: ZipParts, options: ReadOptions): ReadonlySet<number> {
  const custom = new Set<number>()
  const styles = new Set<number>()
  let [isCellStyle, style] = [false, 0]
  readXml(zip, 'xl/styles.xml', options, {
    open(name, attribute) {
      const format = Number(attribute('numFmtId') ?? -1)
      if (name === 'numFmt' && isDateCode(attribute('formatCode') ?? '')) custom.add(format)
      if (name === 'cellXfs') isCellStyle = true
      if (name !== 'xf' || !isCellStyle) return
      if (isDateFormat(format) || custom.has(format)) styles.add(style)
      style++
    },
    close(name) {
      if (name === 'cellXfs') isCellStyle = false
    },
  })
  return styles
}

/** Whether a format such as `m/d/yyyy` has a day or a year. Texts in quotes and colors in brackets do not count. */
function isDateCode(code: string): boolean {
  return /[dy]/i.test(code.replaceAll(/"[^"]*"|\[[^\]]*\]|\\./g, ''))
}

const DAY_MS = 86_400_000
/** Day 0 of Excel, with the leap day of 1900 that never was. */
const EPOCH = Date.UTC(1899, 11, 30)
/** The last day of the year 9999. */
const MAX_DAY = 2_958_465

/** The date of a number of days as Americans write it; null if it is none. */
export function dateOf(days: number): string | null {
  if (!(days >= 1 && days <= MAX_DAY)) return null
  const date = new Date(EPOCH + Math.floor(days) * DAY_MS)
  return `${date.getUTCMonth() + 1}/${date.getUTCDate()}/${date.getUTCFullYear()}`
}
