import { createRequire } from 'node:module'
import { readFile } from 'node:fs/promises'
import type { Font } from 'fontkit'
import type { Letters } from './letters.ts'
import { unpackWoff } from './woff.ts'

const require = createRequire(import.meta.url)

/** The subsets of the screen font by script, in the order of the search for a letter. */
const SCRIPTS = ['latin', 'latin-ext', 'vietnamese', 'greek', 'cyrillic', 'cyrillic-ext'] as const

export type PdfFont = Letters & { readonly bytes: Buffer }

/** The fonts of text, and those of headings, which fall back to the fonts of text. */
export type PdfFonts = { readonly text: readonly PdfFont[]; readonly strong: readonly PdfFont[] }

/** Reads the font of the screens. */
export async function readPdfFonts(): Promise<PdfFonts> {
  const text = await Promise.all(SCRIPTS.map((script) => readFont(script, 400)))
  return { text, strong: [await readFont('latin', 600), ...text] }
}

async function readFont(script: (typeof SCRIPTS)[number], weight: 400 | 600): Promise<PdfFont> {
  const name = `${script}-${weight}`
  const path = require.resolve(`@fontsource/ibm-plex-sans/files/ibm-plex-sans-${name}-normal.woff`)
  const bytes = unpackWoff(await readFile(path))
  const { create } = await import('fontkit')
  const font = create(bytes) as Font
  const widths = new Map<number, number>()
  return {
    name,
    bytes,
    has: (codePoint) => font.hasGlyphForCodePoint(codePoint),
    widthOf(codePoint) {
      const known = widths.get(codePoint)
      if (known !== undefined) return known
      const width = font.glyphForCodePoint(codePoint).advanceWidth / font.unitsPerEm
      widths.set(codePoint, width)
      return width
    },
  }
}
