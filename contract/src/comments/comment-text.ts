// The text of a comment, for both sides. The browser loads this module, so it has no schema.

import { MAX_ID } from '../limits.ts'

export const COMMENT_MAX_CHARACTERS = 4000
export const MAX_MENTIONS = 20
/** Minutes in which its author changes a comment without a mark. */
export const COMMENT_EDIT_MINUTES = 15

const MENTION = /@\{(\d{1,10})\}/gu

/** The ids of the people whom a text mentions, each once. */
export function mentionedIn(text: string): number[] {
  const ids = Array.from(text.matchAll(MENTION), ([, id]) => Number(id))
  return [...new Set(ids)].filter((id) => id <= MAX_ID)
}

/** How a text mentions a person. */
export function mentionOf(id: number): string {
  return `@{${id}}`
}

/** The length of a text in characters, as its limit counts them: without surrounding space. */
export function charactersOf(text: string): number {
  return Array.from(text.trim()).length
}
