import addressparser from 'nodemailer/lib/addressparser/index.js'
import { decodeWords } from './header-text.ts'

export type MailAddress = { readonly address: string; readonly name: string }

/** Characters of a field. A longer one is not read in part: its end would make another address, or hide one. */
const LONGEST_FIELD = 8192
const ADDRESS = /^[^\s<>@,;"\\()[\]]+@[^\s<>@,;"\\()[\]]+$/

/** The addresses of a field in lower case, groups taken apart; what is none is left out. A field that is too long has none. */
export function addressesOf(field: string): MailAddress[] {
  if (field.length > LONGEST_FIELD) return []
  return addressparser(field, { flatten: true }).flatMap(({ address, name }) => {
    const plain = address.trim().toLowerCase()
    return ADDRESS.test(plain) ? [{ address: plain, name: decodeWords(name) }] : []
  })
}
