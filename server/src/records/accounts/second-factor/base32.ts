const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const BITS = 5

/** RFC 4648, section 6, without padding: the number of bytes must be a multiple of five. */
export function base32(bytes: Buffer): string {
  let bits = 0
  let held = 0
  let text = ''
  for (const byte of bytes) {
    held = (held << 8) | byte
    bits += 8
    while (bits >= BITS) {
      bits -= BITS
      text += ALPHABET.charAt((held >>> bits) & 31)
    }
    held &= (1 << bits) - 1
  }
  return text
}

/** In groups of four, which are easier to copy by eye. */
export function inGroups(text: string, between: string): string {
  return (text.match(/.{1,4}/gu) ?? []).join(between)
}
