import { oneLine } from '@portal/contract/plain-name.ts'
import { addressesOf } from './addresses.ts'
import type { HeaderFields } from './header-fields.ts'
import { decodeWords } from './header-text.ts'
import { plainField } from './plain-field.ts'

/** Code units of a field that are shown. */
const LONGEST = 500
/** Code units of the field that are examined for that. */
const LONGEST_READ = 8192
/** Marks the end of a truncated field. */
const CUT = '…'

/**
 * A field as shown and stored: on one line, without characters that hide text. A long field is truncated between two
 * characters.
 */
export function shownField(header: HeaderFields, name: string): string {
  const field = header.first(name)
  const shown = oneLine(decodeWords(field.slice(0, LONGEST_READ)).toWellFormed())
  if (field.length <= LONGEST_READ && shown.length <= LONGEST) return shown
  const kept = shown.slice(0, LONGEST - CUT.length)
  // A surrogate pair is dropped if the cut would split it.
  return `${/[\ud800-\udbff]$/.test(kept) ? kept.slice(0, -1) : kept}${CUT}`
}

/** Whether a stored field was truncated, so that its end differs from what the sender wrote. */
export function isCut(shown: string): boolean {
  return shown.endsWith(CUT)
}

/** The single sender address of a message; null if there is none, or if it could be read as several. */
export function senderOf(header: HeaderFields): string | null {
  const [field = '', ...others] = header.all('from')
  const [sender, ...more] = addressesOf(field)
  if (!sender || others.length > 0 || more.length > 0 || header.hasAlmost('from')) return null
  const plain = plainField(field, { isQuotedLeftOut: true })
  const written = plain?.split(/[\s<>,;]+/u).filter((word) => word.includes('@'))
  return written?.every((word) => word.toLowerCase() === sender.address) ? sender.address : null
}

/** The addresses that it was delivered to, according to the mail server, and those that its sender wrote. */
export function recipientsOf(header: HeaderFields): { delivered: string[]; written: string[] } {
  const of = (...names: string[]) =>
    names
      .flatMap((name) => header.all(name).flatMap((field) => addressesOf(field)))
      .map(({ address }) => address)
  return { delivered: of('x-original-to', 'delivered-to', 'envelope-to'), written: of('to', 'cc') }
}

/**
 * 'answer' is an automatic reply, which no one expects. 'sent by a machine' is a message of a machine or a list, which
 * gets no answer.
 */
export type Automatic = 'answer' | 'sent by a machine'

export function automaticOf(header: HeaderFields): Automatic | null {
  const of = (name: string) => header.first(name).toLowerCase()
  const submitted = of('auto-submitted').split(/[;\s]/)[0] ?? ''
  const precedence = of('precedence')
  const isBounce =
    of('return-path') === '<>' ||
    of('content-type').startsWith('multipart/report') ||
    senderOf(header)?.startsWith('mailer-daemon@') === true
  if (isBounce || submitted === 'auto-replied' || precedence === 'auto_reply' || of('x-autoreply') !== '')
    return 'answer'
  const isOfList = /^(list|bulk|junk)$/.test(precedence) || of('list-id') !== '' || of('list-post') !== ''
  return isOfList || !['', 'no'].includes(submitted) ? 'sent by a machine' : null
}
