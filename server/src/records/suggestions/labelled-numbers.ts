import type { Place, TextPage } from './mentions.ts'

/** A number of an owner, as a document names it. */
export type LabelledNumber = {
  /** Capital letters and digits only, without leading zeros. */
  readonly number: string
  readonly place: Place
}

/** Each repetition has a bound, because the text of a stranger must not hold up the thread. */
const LABELLED =
  /\b(?:party|owner|cad|taxpayer|account|acct|cuenta|propietario)(?:['’]?s)?(?: (?:owner|account|acct|id|no|nos|number|num|nbr|ref|de cuenta)\b){0,3}\.?[ \t]{0,3}[:#.]{0,2}\s{0,4}#? ?([a-z]{0,2}-?\d[\d.,-]{1,16}\d)(?![\d.,]{0,4}%)/giu
const YEAR = /^20[1-3]\d$/

/** Such as `Party No. 102,219` and `Owner ID R-000042`. */
export function labelledNumbersIn(page: TextPage): LabelledNumber[] {
  return [...page.text.matchAll(LABELLED)].flatMap(({ 0: all, 1: raw = '', index: start }) => {
    const number = plainNumber(raw)
    if (YEAR.test(number) || number === '') return []
    return [{ number, place: { page, start, end: start + all.length } }]
  })
}

/** A number as it is compared. */
export function plainNumber(text: string): string {
  return text
    .toUpperCase()
    .replaceAll(/[^A-Z\d]/g, '')
    .replace(/^0+/, '')
}
