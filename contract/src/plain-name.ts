import { defineError } from './error.ts'

export const NAME_TOO_LONG = defineError({
  code: 'account.name_too_long',
  status: 400,
  sentence: 'A name may have at most 100 characters.',
})
export const NAME_NOT_PLAIN = defineError({
  code: 'account.name_not_plain',
  status: 400,
  sentence: 'Use one line of plain text without invisible characters.',
})

/** Scripts whose words hold joiners: Persian and Urdu, and those of South Asia (RFC 5892, appendix A). */
const JOINED = `[${[
  'Arab',
  'Syrc',
  'Deva',
  'Beng',
  'Guru',
  'Gujr',
  'Orya',
  'Taml',
  'Telu',
  'Knda',
  'Mlym',
  'Sinh',
  'Khmr',
  'Mymr',
]
  .map((script) => `\\p{Script=${script}}`)
  .join('')}]`

/** What nobody sees and names need: joiners between such letters, the form of a Han letter, the colour of a picture. */
const NEEDED = [
  `(?<=${JOINED})[\\u200c\\u200d](?=${JOINED})`,
  '(?<=\\p{Script=Han})[\\u{e0100}-\\u{e01ef}]',
  '(?<=\\p{Extended_Pictographic})\\ufe0f',
].join('|')

/**
 * Control characters, line breaks, what turns the direction of writing, halves of characters, and what cannot be seen:
 * by it two people would bear what looks like one name. Some of that are letters (the fillers of Hangul) or pictures
 * (the Braille blank) by their category.
 */
const HIDDEN = new RegExp(
  `(?!${NEEDED})[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]`,
  'gu',
)

/** A name as it is kept: of spaces of other widths a reader sees one, and of an accent in two characters one letter. */
export function tidyName(typed: string): string {
  return typed
    .trim()
    .replaceAll(/\p{Zs}+/gu, ' ')
    .normalize()
}

/** Whether a name is one line of text without invisible characters. */
export function isPlainName(name: string): boolean {
  return name.search(HIDDEN) === -1
}

/** The same name in one line, with a space for each invisible part. */
export function withoutHidden(name: string): string {
  return name.replaceAll(HIDDEN, ' ')
}

/**
 * Any text in one line, with one space for breaks, controls, marks of writing direction and what else cannot be seen.
 */
export function oneLine(text: string): string {
  return withoutHidden(text).replaceAll(/\s+/gu, ' ').trim()
}
