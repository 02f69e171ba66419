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
/** Activity shows names in the same place as addresses and parts of the portal, so a name must not look like either. */
export const NAME_MISLEADING = defineError({
  code: 'account.name_misleading',
  status: 400,
  sentence:
    'A name may be neither an address nor a name of the portal or the firm, and no word may mix two alphabets. Please enter your own name.',
})

/** Scripts whose words contain joiners: Persian, Urdu, and the South Asian scripts (RFC 5892, appendix A). */
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

/** Invisible characters that names need: joiners in those scripts, selectors of Han letter forms and emoji colors. */
const NEEDED = [
  `(?<=${JOINED})[\\u200c\\u200d](?=${JOINED})`,
  '(?<=\\p{Script=Han})[\\u{e0100}-\\u{e01ef}]',
  '(?<=\\p{Extended_Pictographic})\\ufe0f',
].join('|')

/**
 * Control characters, line breaks, direction marks, lone surrogates, and invisible characters, because with them two
 * different names would look the same. Unicode classifies some invisible characters as letters (Hangul fillers) or
 * symbols (the Braille blank).
 */
const HIDDEN = new RegExp(
  `(?!${NEEDED})[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]`,
  'gu',
)

/** Normalizes a name for storage, because spaces of any width, and split or composed accents, look the same. */
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
 * The text in one line, with one space for each run of line breaks, controls, direction marks and invisible characters.
 */
export function oneLine(text: string): string {
  return withoutHidden(text).replaceAll(/\s+/gu, ' ').trim()
}
