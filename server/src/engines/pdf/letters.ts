/** A font as a layout knows it. */
export type Letters = {
  /** The name that the PDF writer uses. */
  readonly name: string
  has(codePoint: number): boolean
  /** Its advance, in em. */
  widthOf(codePoint: number): number
}

/** Unbreakable text in one font. */
export type Piece = { readonly font: string; readonly text: string; readonly width: number }

/** A line of text, in as many fonts as it takes. */
export type Line = readonly Piece[]

const LETTERS = new Intl.Segmenter('en', { granularity: 'grapheme' })
/** Most texts are plain, and segmenting them is the slowest step. The first font always has these characters. */
const PLAIN = /^[ -[\]-~]*$/
/** Invisible or ambiguous characters, and the backslash that begins an escape. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\\]|(?! )\p{Zs}/u

/**
 * Splits a text into letters, each in the first font that has all of it. Letters without a font and invisible ones
 * become \u{…} with their hexadecimal code point. So different texts never look the same, and no letter becomes a box.
 * Canonically equivalent sequences of Unicode appear as the same letter.
 */
export function piecesOf(text: string, fonts: readonly Letters[]): Piece[] {
  if (PLAIN.test(text)) return Array.from(text, (letter) => pieceOf(letter, firstOf(fonts)))
  return Array.from(LETTERS.segment(text), ({ segment }) => segment).flatMap((letter) => {
    const shown = letter.normalize('NFC')
    const codePoints = codePointsOf(shown)
    const font = UNSEEN.test(letter) ? undefined : fonts.find((each) => codePoints.every(each.has))
    return font ? [pieceOf(shown, font)] : escaped(letter, firstOf(fonts))
  })
}

/** The text in one line, however long. */
export function lineOf(text: string, fonts: readonly Letters[]): Line {
  return PLAIN.test(text) ? [pieceOf(text, firstOf(fonts))] : joined(piecesOf(text, fonts))
}

/** Whether the text can be shown as it is. */
export function isShownAsItIs(text: string, fonts: readonly Letters[]): boolean {
  if (PLAIN.test(text)) return true
  const shown = piecesOf(text, fonts).map((piece) => piece.text)
  return shown.join('') === text.normalize('NFC')
}

/** Escapes each code point of a composed letter separately. */
function escaped(letter: string, font: Letters): Piece[] {
  return codePointsOf(letter).map((codePoint) => pieceOf(`\\u{${codePoint.toString(16)}}`, font))
}

function firstOf([first]: readonly Letters[]): Letters {
  if (!first) throw new Error('A text needs a font.')
  return first
}

function pieceOf(text: string, font: Letters): Piece {
  let width = 0
  for (const character of text) width += font.widthOf(character.codePointAt(0) ?? 0)
  return { font: font.name, text, width }
}

function codePointsOf(text: string): number[] {
  return Array.from(text, (character) => character.codePointAt(0) ?? 0)
}

/** Breaks a text into lines of at most `most` em: after the last space that fits, or else after the last piece. */
export function linesOf(pieces: readonly Piece[], most: number): Line[] {
  const lines: Line[] = []
  let line: Piece[] = []
  let width = 0
  for (const piece of pieces) {
    if (width + piece.width > most && line.length > 0) {
      const isAtSpace = piece.text === ' '
      const keep = isAtSpace ? line.length : line.findLastIndex(({ text }) => text === ' ') + 1 || line.length
      lines.push(joined(line.slice(0, keep)))
      line = line.slice(keep)
      width = line.reduce((sum, each) => sum + each.width, 0)
    }
    line.push(piece)
    width += piece.width
  }
  return [...lines, joined(line)]
}

/** Neighbors of one font are drawn together. */
function joined(pieces: readonly Piece[]): Line {
  const line: Piece[] = []
  for (const piece of pieces) {
    const last = line.at(-1)
    if (last?.font !== piece.font) line.push(piece)
    else line[line.length - 1] = { ...last, text: last.text + piece.text, width: last.width + piece.width }
  }
  return line
}
