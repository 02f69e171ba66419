/** What precedes a word: nothing but blanks, a comma, a line break, or something that ends a name. */
type Gap = 'space' | 'comma' | 'line' | 'break'

export type TextWord = {
  /** Folded: lower case, no accents, legal forms in their short form. */
  readonly word: string
  readonly gap: Gap
  /** Whether it begins with a capital letter. */
  readonly isCapital: boolean
  /** Its range in the text, in UTF-16 units. */
  readonly start: number
  readonly end: number
}

const WORD = /[\p{L}\p{N}\p{M}]+(?:['’][\p{L}\p{M}]+)*|&/gu
const CAPITAL = /^\p{Lu}/u
const PLAIN = /^[A-Za-z\d&]+$/
const DASH = /\s[-–—]\s/
/** Columns of a form are this many blanks apart. */
const COLUMN = /\t| {3,}/

/** Legal forms in their usual short forms. */
const SHORT_FORMS: ReadonlyMap<string, string> = new Map([
  ['&', 'and'],
  ['y', 'and'],
  ['est', 'estate'],
  ['company', 'co'],
  ['corporation', 'corp'],
  ['incorporated', 'inc'],
  ['limited', 'ltd'],
])
/** Words that are written with periods or blanks between their letters. */
const SPELLED = new Set(['llc', 'lp', 'llp', 'lllp', 'lc', 'pc', 'pllc', 'usa', 'us', 'na'])
const MAX_LETTERS = 4
const LONG_FORMS: readonly { readonly words: readonly string[]; readonly short: string }[] = [
  { words: ['ltd', 'liability', 'co'], short: 'llc' },
  { words: ['ltd', 'liability', 'partnership'], short: 'llp' },
  { words: ['ltd', 'partnership'], short: 'lp' },
]

/** The first word of each long form. */
const LONG_FORM_BEGINNING = 'ltd'

/** The words of a text, as names of owners are compared. */
export function wordsOf(text: string): TextWord[] {
  const words: TextWord[] = []
  let before = 0
  for (const { 0: raw, index: start } of text.matchAll(WORD)) {
    const word = fold(raw)
    const end = start + raw.length
    const gap = gapOf(text.slice(before, start), words.at(-1)?.word ?? '')
    words.push({ word: SHORT_FORMS.get(word) ?? word, gap, isCapital: CAPITAL.test(raw), start, end })
    before = end
  }
  // Most names need neither, and a county has many names.
  const whole = words.some(({ word }) => word.length === 1) ? joined(words) : words
  return whole.some(({ word }) => word === LONG_FORM_BEGINNING) ? shortened(whole) : whole
}

function fold(raw: string): string {
  if (PLAIN.test(raw)) return raw.toLowerCase()
  return raw
    .normalize('NFKD')
    .replaceAll(/[\p{M}'’]/gu, '')
    .toLowerCase()
}

/** A period after an initial or an abbreviation does not end a name. */
const MAX_ABBREVIATION_LENGTH = 4

/** Characters between two words of a name, such as `., `. A longer gap may be anything, also invisible characters. */
const MAX_GAP_LENGTH = 6

function gapOf(between: string, wordBefore: string): Gap {
  if (between === ' ') return 'space'
  if (between.length > MAX_GAP_LENGTH) return 'break'
  const lines = between.split('\n').length - 1
  if (lines > 1 || /[:;|()[\]_"$%#*]/.test(between) || COLUMN.test(between) || DASH.test(between))
    return 'break'
  if (between.includes('.') && wordBefore.length > MAX_ABBREVIATION_LENGTH) return 'break'
  if (lines === 1) return 'line'
  return between.includes(',') ? 'comma' : 'space'
}

/** Joins the letters of `L.L.C.`, but not the initials of a person. */
function joined(words: readonly TextWord[]): TextWord[] {
  const result: TextWord[] = []
  for (let at = 0; at < words.length; at += 1) {
    const length = lettersFrom(words, at)
    const last = words[at + length - 1]
    const first = words[at]
    if (!first || !last) continue
    result.push(length === 1 ? first : { ...first, word: textOf(words, at, length), end: last.end })
    at += length - 1
  }
  return result
}

/** How many words from `at` on spell one word. */
function lettersFrom(words: readonly TextWord[], at: number): number {
  let letters = 0
  while (letters < MAX_LETTERS && isLetter(words[at + letters], letters > 0)) letters += 1
  for (let length = letters; length > 1; length -= 1) {
    if (SPELLED.has(textOf(words, at, length))) return length
  }
  return 1
}

function isLetter(word: TextWord | undefined, isNext: boolean): boolean {
  return word !== undefined && /^[a-z]$/.test(word.word) && (!isNext || word.gap === 'space')
}

function textOf(words: readonly TextWord[], at: number, length: number): string {
  return words
    .slice(at, at + length)
    .map(({ word }) => word)
    .join('')
}

/** Replaces `limited liability company` by `llc`. */
function shortened(words: readonly TextWord[]): TextWord[] {
  const result: TextWord[] = []
  for (let at = 0; at < words.length; at += 1) {
    const form = LONG_FORMS.find((long) => long.words.every((word, nth) => words[at + nth]?.word === word))
    const first = words[at]
    const last = words[at + (form?.words.length ?? 1) - 1]
    if (!first || !last) continue
    result.push(form ? { ...first, word: form.short, end: last.end } : first)
    at += (form?.words.length ?? 1) - 1
  }
  return result
}
