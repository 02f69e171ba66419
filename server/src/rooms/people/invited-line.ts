import { MAX_NAME_CHARACTERS } from '@portal/contract/limits.ts'

/**
 * Reads a line of a pasted list: an address, and after a comma, a semicolon or a tab a name. What is more than
 * one line of at most 100 characters is cut off a name: nobody is left uninvited for it.
 */
export function readLine(line: string): { address: string; name: string } {
  const [, address = '', name = ''] = /^([^,;\t]*)(?:[,;\t](.*))?$/su.exec(line) ?? []
  const words = name.replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()
  return { address: address.trim(), name: Array.from(words).slice(0, MAX_NAME_CHARACTERS).join('').trim() }
}
