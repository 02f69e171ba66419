/** Separators of a field; within quotation marks they do not separate. */
const DIVIDES = /[\s;=]/

/**
 * Removes comments and quotation marks from a header field (RFC 5322, section 3.2). Quoted separators do not separate.
 * Null for a comment or quotation that does not end. A mail server that repeats text of the sender puts it into
 * comments or quotations. `isQuotedLeftOut` omits quoted text.
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
