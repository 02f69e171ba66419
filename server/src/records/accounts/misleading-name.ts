/** How activity names actors that are not people: `history.models.ts`, and the doors and jobs of the audit record. */
const OF_THE_PORTAL =
  /^(the )?(command line|portal|background|drop folder|mailbox|mail of|somebody|anonymous)( |$)/
/** The same names without spaces, as whole names only. */
const OF_THE_PORTAL_IN_ONE =
  /^(the)?(commandline|portal|background|dropfolder|mailbox|mailof|somebody|anonymous)$/

/** A word that mixes Latin letters with similar ones of another alphabet. */
const MIXED_WORD =
  /\p{Script=Latin}[\p{L}\p{N}]*[\p{Script=Cyrillic}\p{Script=Greek}]|[\p{Script=Cyrillic}\p{Script=Greek}][\p{L}\p{N}]*\p{Script=Latin}/u

/**
 * Returns whether a name could pass for an address, the portal itself or the firm. Case, width, accents, punctuation
 * and spaces make no difference. Activity shows a name in place of the address. A word that mixes Latin with Cyrillic
 * or Greek letters can pass for another word.
 */
export function isMisleadingName(
  name: string,
  { company }: { readonly company: { readonly name: string } },
): boolean {
  const plain = plainOf(name)
  const words = wordsOf(plain)
  const inOne = words.replaceAll(' ', '')
  const firm = wordsOf(plainOf(company.name)).replaceAll(' ', '')
  return (
    plain.includes('@') ||
    MIXED_WORD.test(plain) ||
    OF_THE_PORTAL.test(words) ||
    OF_THE_PORTAL_IN_ONE.test(inOne) ||
    (inOne !== '' && [firm, `the${firm}`].includes(inOne))
  )
}

const plainOf = (name: string) => name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

const wordsOf = (plain: string) => plain.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim()
