import { MAX_NAME_CHARACTERS } from '@portal/contract/limits.ts'
import { withoutHidden } from '../../records/accounts/plain-name.ts'

/**
 * Reads a line of a pasted list: an address, and after a comma, a semicolon or a tab a name. What is more than
 * one line of at most 100 characters, or cannot be seen, is cut off a name: nobody is left uninvited for it.
 */
export function readLine(line: string): { address: string; name: string } {
  const [, address = '', name = ''] = /^([^,;\t]*)(?:[,;\t](.*))?$/su.exec(line) ?? []
  const words = withoutHidden(name).replaceAll(/\s+/gu, ' ').trim()
  return { address: address.trim(), name: Array.from(words).slice(0, MAX_NAME_CHARACTERS).join('').trim() }
}
