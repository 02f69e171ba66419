import { MAX_NAME_CHARACTERS } from '@portal/contract/limits.ts'
import { oneLine } from '@portal/contract/plain-name.ts'

/** `Jane Doe <jane@x.example>`, as mail programs copy it; a name may stand behind, too. */
const IN_BRACKETS = /^([^<>]*)<([^<>]*@[^<>]*)>\s*(?:[,;\t](.*))?$/su
const BARE = /^([^,;\t]*)(?:[,;\t](.*))?$/su

/**
 * Reads a line of one person: an address, and after a comma, a semicolon or a tab a name; or a name, and an address in
 * pointed brackets. What is more than one line of at most 100 characters, or cannot be seen, is cut off a name: nobody is
 * left uninvited for it.
 */
export function readLine(line: string): { address: string; name: string } {
  const bracketed = IN_BRACKETS.exec(line)
  if (bracketed) {
    const [, before = '', address = '', after = ''] = bracketed
    const name = plainName(before).replace(/^(["'])(.*)\1$/u, '$2')
    const isNoName = name === '' || name.toLowerCase() === address.trim().toLowerCase()
    return { address: address.trim(), name: isNoName ? plainName(after) : name }
  }
  const [, address = '', name = ''] = BARE.exec(line) ?? []
  return { address: address.trim(), name: plainName(name) }
}

function plainName(text: string): string {
  return Array.from(oneLine(text)).slice(0, MAX_NAME_CHARACTERS).join('').trim()
}
