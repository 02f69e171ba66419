/** How activity names what no person did: `history.models.ts`, and the doors and jobs of the audit record. */
const OF_THE_PORTAL =
  /^(the )?(command line|portal|background|drop folder|mailbox|mail of|somebody|anonymous)( |$)/
/** The same without spaces, as far as they are a whole name. */
const OF_THE_PORTAL_IN_ONE =
  /^(the)?(commandline|portal|background|dropfolder|mailbox|mailof|somebody|anonymous)$/

/** A letter of another alphabet that looks like one of ours. */
const MIXED_WORD =
  /\p{Script=Latin}[\p{L}\p{N}]*[\p{Script=Cyrillic}\p{Script=Greek}]|[\p{Script=Cyrillic}\p{Script=Greek}][\p{L}\p{N}]*\p{Script=Latin}/u

/**
 * Whether a name would pass for an address, for the portal itself or for the firm, whatever its letters' case, width, accents
 * and the signs and spaces between them are: activity shows a name in the place of the address. A word of Latin and of
 * Cyrillic or Greek letters passes for another word.
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
