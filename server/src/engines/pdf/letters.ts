/** A font as a layout knows it. */
export type Letters = {
  /** By which the writer knows it. */
  readonly name: string
  has(codePoint: number): boolean
  /** Its advance, in em. */
  widthOf(codePoint: number): number
}

/** Text in one font, which can be broken nowhere. */
export type Piece = { readonly font: string; readonly text: string; readonly width: number }

/** A line of text, in as many fonts as it takes. */
export type Line = readonly Piece[]

const LETTERS = new Intl.Segmenter('en', { granularity: 'grapheme' })
/** Most texts are plain, and segmenting them takes longer than all else; every first font has these. */
const PLAIN = /^[ -[\]-~]*$/
/** What is not to be seen, or not to be told from something else; and the sign that the escapes themselves begin with. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}\\]|(?! )\p{Zs}/u

/**
 * A text letter by letter, each in the first font that has all of it. What no font has, and what nobody sees, is written as
 * \u{…} with its Unicode number in hexadecimal digits: so two texts that differ never look the same, and nothing is a box.
 * Compositions that Unicode takes for the same letter are shown as that letter.
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

/** Of a letter that is put together of several, each by itself. */
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

/** Breaks a text into lines of at most `most` em: behind the last space that fits, or else behind the last piece. */
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
