import { linesOf, piecesOf, type Letters } from './letters.ts'
import { LETTER, type Picture, type Text } from './write-pdf.ts'

// The look that all papers of the portal share. All values are in points.

export const MARGIN = 54
export const WIDTH = LETTER.width - 2 * MARGIN
export const INK = '#17242b'
export const DIM = '#52636c'
export const LINE = '#d5dde1'
/** The line above the footer, and the lowest place of anything else. */
export const FOOT = 742
export const LOWEST = FOOT - 14

type Looks = Omit<Text, 'line' | 'goesOn'>

/** Texts below each other, starting at 0. All values are in points. */
export type Block = {
  readonly texts: readonly Text[]
  readonly pictures?: readonly Picture[]
  readonly height: number
}

/** Lays out a text in as many lines as it needs. */
export function textBlock(
  text: string,
  {
    fonts,
    width,
    lineHeight,
    ...looks
  }: Looks & { fonts: readonly Letters[]; width: number; lineHeight: number },
): Block {
  const lines = linesOf(piecesOf(text, fonts), width / looks.size)
  return {
    texts: lines.map((line, at) => ({ ...looks, line, y: looks.y + at * lineHeight, goesOn: at > 0 })),
    height: lines.length * lineHeight,
  }
}

/** Aligns a text with the right edge of its column or of the page. */
export function endingAt({ x, width }: { x: number; width: number }, text: Text): Text {
  return {
    ...text,
    x: MARGIN + x + width - text.size * text.line.reduce((sum, piece) => sum + piece.width, 0),
  }
}
