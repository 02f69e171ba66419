import addressparser from 'nodemailer/lib/addressparser/index.js'
import { decodeWords } from './header-text.ts'

export type MailAddress = { readonly address: string; readonly name: string }

/** Characters of a field that are looked at. */
const LONGEST_FIELD = 8192
const ADDRESS = /^[^\s<>@,;"\\()[\]]+@[^\s<>@,;"\\()[\]]+$/

/** The addresses of a field in lower case, groups taken apart; what is none is left out. */
export function addressesOf(field: string): MailAddress[] {
  return addressparser(field.slice(0, LONGEST_FIELD), { flatten: true }).flatMap(({ address, name }) => {
    const plain = address.trim().toLowerCase()
    return ADDRESS.test(plain) ? [{ address: plain, name: decodeWords(name) }] : []
  })
}
