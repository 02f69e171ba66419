import { parseEmail, type Email } from '../email.ts'

/** Invisible characters. Unicode classifies some as letters (Hangul fillers, hieroglyph blanks) or as marks. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\u{13441}\u{13442}\u{16fe4}\u{1d159}]/u
/** A leading mark attaches to the text before the address; a dot above is not visible on i and j. */
const MISPLACED_MARK = /(?:^|\.)\p{M}|[ij]\u0307/u
/** The start of an encoded word (RFC 2047). Some mail servers decode it and deliver to the address inside. */
const ENCODED_WORD = '=?'

/**
 * Parses an address for a new account. Null also for an address that could be mistaken for another one: with invisible
 * characters, with a split accent that has a composed form, or with an encoded word. `parseEmail` still accepts such
 * addresses for existing accounts.
 */
export function parseNewEmail(text: string): Email | null {
  const email = parseEmail(text)
  if (!email) return null
  const [local = ''] = email.address.split('@')
  const isUnmistakable =
    email.address === email.address.normalize('NFC') &&
    !INVISIBLE.test(local) &&
    !MISPLACED_MARK.test(local) &&
    !local.includes(ENCODED_WORD)
  return isUnmistakable ? email : null
}
