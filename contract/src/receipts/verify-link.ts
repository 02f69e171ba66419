import { SCREENS } from '../screens.ts'

/** The values that verify a receipt. */
export type VerifyBy = { readonly number: string; readonly code: string }

const TEXT = /^(\d{4})(\d{4})(\d{4})\.([0-9A-Z]{20})$/
const GROUP = /.{4}(?=.)/g

/** The path that verifies a receipt, short enough to be typed: `/receipts?v=202648392071.7K3MQ0ZT…`. */
export function verifyPath({ number, code }: VerifyBy): string {
  return `${SCREENS.receipts}?v=${number.replaceAll(/\D/g, '')}.${code.replaceAll('-', '')}`
}

/** Parses the `v` of such a path into the number and check code of the receipt; null if it is invalid. */
export function readVerifyLink(text: string | null): VerifyBy | null {
  const [, year, first, last, code] = TEXT.exec(text?.toUpperCase() ?? '') ?? []
  if (code === undefined) return null
  return { number: `R-${year}-${first}-${last}`, code: code.replace(GROUP, '$&-') }
}
