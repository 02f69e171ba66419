const DOLLARS = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  signDisplay: 'negative',
})
const WHOLE = new Intl.NumberFormat('en-US')

/** Dollars as `$1,234.50` or `-$1,234.50`; '-' if there is no value (specification, section 2). */
export function valueText(value: number | undefined): string {
  return value === undefined || Number.isNaN(value) ? '-' : DOLLARS.format(value)
}

/** The message when no row matches (specification, section 2). */
export function nothingFoundText(year: number, search: string): string {
  return `No records found for ${year} matching "${search}".`
}

/** '1,204 of 300,000 owners'. */
export function extentText(shown: number, all: number): string {
  const owners = all === 1 ? 'owner' : 'owners'
  return shown === all
    ? `${WHOLE.format(all)} ${owners}`
    : `${WHOLE.format(shown)} of ${WHOLE.format(all)} ${owners}`
}

/**
 * Up to this many rows are printed in full, because the screen has rendered them; a longer roll needs a spreadsheet.
 */
export const MAX_PRINTED_ROWS = 15

/** The note on paper for a roll that is too long to print; null if it is printed in full. */
export function paperText(shown: number): string | null {
  if (shown <= MAX_PRINTED_ROWS) return null
  return `Only the rows on screen are printed (${WHOLE.format(shown)} in all). Export CSV gives all of them.`
}

/** What part of which roll is printed, such as `County: Midland · Search: oil`. */
export function printedPartText(countyName: string | null, search: string): string {
  const words = search.trim()
  return [countyName && `County: ${countyName}`, words && `Search: ${words}`].filter(Boolean).join(' · ')
}

export function countText(count: number): string {
  return WHOLE.format(count)
}
