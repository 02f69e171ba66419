const MAX_NAME_CHARACTERS = 120

/**
 * Reads a line of a pasted list: an address, and after a comma, a semicolon or a tab a name. A name is one line of at most
 * 120 characters.
 */
export function readLine(line: string): { address: string; name: string } {
  const [, address = '', name = ''] = /^([^,;\t]*)(?:[,;\t](.*))?$/su.exec(line) ?? []
  const words = name.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()
  return { address: address.trim(), name: Array.from(words).slice(0, MAX_NAME_CHARACTERS).join('').trim() }
}
