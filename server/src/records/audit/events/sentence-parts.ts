import { ROLE_NAMES, type Role } from '@portal/contract/access/roles.ts'

/** The words, and behind a colon the name where the record has one. */
export function withName(words: string, name: string | null | undefined): string {
  return name ? `${words}: ${name}` : words
}

/** The words, and the name in parentheses where the record has one. */
export function withNote(words: string, name: string | undefined): string {
  return name ? `${words} (${name})` : words
}

/** The words, and behind a colon what changed. */
export function withParts(words: string, parts: readonly string[]): string {
  return parts.length === 0 ? words : `${words}: ${parts.join(', ')}`
}

const LIST = new Intl.ListFormat('en-GB')

/** Such as `a, b and c`. */
export function listed(names: readonly string[]): string {
  return LIST.format(names)
}

/** What of a list is new, and what is gone. */
export function changeOfList<Entry>(
  before: readonly Entry[] = [],
  after: readonly Entry[] = [],
): { readonly added: readonly Entry[]; readonly removed: readonly Entry[] } {
  return {
    added: after.filter((entry) => !before.includes(entry)),
    removed: before.filter((entry) => !after.includes(entry)),
  }
}

/** The name of a role; null where the record has none. */
export function roleName(role: Role | undefined): string | null {
  return role === undefined ? null : ROLE_NAMES[role]
}
