import { ROLE_NAMES, type Role } from '@portal/contract/access/roles.ts'

/** The words, then a colon and the name if the record has one. */
export function withName(words: string, name: string | null | undefined): string {
  return name ? `${words}: ${name}` : words
}

/** The words, then the name in parentheses if the record has one. */
export function withNote(words: string, name: string | undefined): string {
  return name ? `${words} (${name})` : words
}

/** The words, then a colon and the changes. */
export function withParts(words: string, parts: readonly string[]): string {
  return parts.length === 0 ? words : `${words}: ${parts.join(', ')}`
}

const LIST = new Intl.ListFormat('en-US')

/** Such as `a, b, and c`. */
export function listed(names: readonly string[]): string {
  return LIST.format(names)
}

/** What was added to a list, and what was removed. */
export function changeOfList<Entry>(
  before: readonly Entry[] = [],
  after: readonly Entry[] = [],
): { readonly added: readonly Entry[]; readonly removed: readonly Entry[] } {
  return {
    added: after.filter((entry) => !before.includes(entry)),
    removed: before.filter((entry) => !after.includes(entry)),
  }
}

/** The name of a role; null if the record has none. */
export function roleName(role: Role | undefined): string | null {
  return role === undefined ? null : ROLE_NAMES[role]
}
