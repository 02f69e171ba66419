import addressparser from 'nodemailer/lib/addressparser/index.js'
import { decodeWords } from './header-text.ts'

export type MailAddress = { readonly address: string; readonly name: string }

/** Characters of a field. A longer field is not read in part, because the cut could change an address or hide one. */
const LONGEST_FIELD = 8192
const ADDRESS = /^[^\s<>@,;"\\()[\]]+@[^\s<>@,;"\\()[\]]+$/

/**
 * The addresses of a field in lower case, with groups expanded and invalid ones omitted. Empty for a field over the
 * limit.
 */
export function addressesOf(field: string): MailAddress[] {
  if (field.length > LONGEST_FIELD) return []
  return addressparser(field, { flatten: true }).flatMap(({ address, name }) => {
    const plain = address.trim().toLowerCase()
    return ADDRESS.test(plain) ? [{ address: plain, name: decodeWords(name) }] : []
  })
}
