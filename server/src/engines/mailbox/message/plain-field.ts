/** What divides a field; within quotation marks it divides nothing. */
const DIVIDES = /[\s;=]/

/**
 * A field of a header without its comments and quotation marks (RFC 5322, section 3.2), in which nothing that was quoted
 * divides it; null where a comment or a quotation does not end. What a mail server repeats of a sender stands in such.
 * `isQuotedLeftOut` leaves what was quoted out.
 */
export function plainField(field: string, { isQuotedLeftOut = false } = {}): string | null {
  let plain = ''
  let depth = 0
  let isQuoted = false
  for (let at = 0; at < field.length; at++) {
    const character = field.charAt(at)
    const isWithin = isQuoted || depth > 0
    if (isWithin && character === '\\') {
      at++
      if (isQuoted && !isQuotedLeftOut) plain += '_'
    } else if (isQuoted) {
      if (character === '"') isQuoted = false
      else if (!isQuotedLeftOut) plain += DIVIDES.test(character) ? '_' : character
    } else if (character === '(') {
      depth++
      plain += ' '
    } else if (depth > 0) {
      if (character === ')') depth--
    } else if (character === '"') isQuoted = true
    else plain += character
  }
  return isQuoted || depth > 0 ? null : plain
}
