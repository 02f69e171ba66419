/** How activity names what no person did: `history.models.ts`, and the doors and jobs of the audit record. */
const OF_THE_PORTAL =
  /^(the )?(command line|portal|background|drop folder|mailbox|mail of|somebody|anonymous)( |$)/

/**
 * Whether a name would pass for an address or for the portal itself, whatever its letters' case, width, accents and the signs
 * between them are: activity shows a name in the place of the address.
 */
export function isMisleadingName(name: string): boolean {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const words = plain.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim()
  return plain.includes('@') || OF_THE_PORTAL.test(words)
}
