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

/** Control characters other than a line feed and a tab. */
// oxlint-disable-next-line no-control-regex -- They are what the text must not have.
const CONTROLS = /[\u0000-\u0008\u000B-\u001F\u007F]/gu
/** What nobody sees: spaces, marks without a width, and fillers. */
const INVISIBLE = /[\s\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\u2800]/gu

/** A comment, question or answer as it is stored (R23.14). Empty if nobody would see any of it. */
export function cleanText(typed: string): string {
  const text = typed.replaceAll(/\r\n?/gu, '\n').replaceAll(CONTROLS, '').trim()
  return text.replaceAll(INVISIBLE, '') === '' ? '' : text.toWellFormed()
}

/** The length of a text in characters, as its limit counts them. */
export function charactersOf(text: string): number {
  return Array.from(cleanText(text)).length
}
