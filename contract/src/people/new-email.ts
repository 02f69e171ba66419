import { parseEmail, type Email } from '../email.ts'

/** What nobody sees: some of it letters (fillers of Hangul, blanks of hieroglyphs) or marks by their category. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\u{13441}\u{13442}\u{16fe4}\u{1d159}]/u
/** A mark at the beginning sits on what stands before the address; a dot above is not seen on i and j. */
const MISPLACED_MARK = /(?:^|\.)\p{M}|[ij]\u0307/u
/** An encoded word begins so (RFC 2047). Some mail servers decode it, and then mail goes to the address inside. */
const ENCODED_WORD = '=?'

/**
 * Reads an address that is to be somebody's from now on; null also for one that could be taken for another's: with what cannot
 * be seen, with an accent written in two characters where there is one, or with an encoded word. Whoever has such an address already is still read by
 * `parseEmail`.
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
