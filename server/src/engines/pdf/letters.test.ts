import { expect, test } from 'vitest'
import { isShownAsItIs, lineOf, linesOf, piecesOf, type Letters } from './letters.ts'

const font = (name: string, letters: RegExp): Letters => ({
  name,
  has: (codePoint) => letters.test(String.fromCodePoint(codePoint)),
  widthOf: () => 1,
})
const FONTS = [font('latin', /[ -~ñé’–]/u), font('greek', /[α-ω]/u)]

const shown = (text: string) => piecesOf(text, FONTS).map((piece) => piece.text)

test.each([
  ['plain.pdf', 'plain.pdf'],
  ['申告', '\\u{7533}\\u{544a}'],
  // Needs two UTF-16 code units.
  ['a😀', 'a\\u{1f600}'],
  // Invisible characters would make different names look alike.
  ['a\u200Bb\u202Epdf\u00A0', 'a\\u{200b}b\\u{202e}pdf\\u{a0}'],
  ['a\\u{41}', 'a\\u{5c}u{41}'],
  ['a\nb\u0000', 'a\\u{a}b\\u{0}'],
  // A mark stays with its letter, because it would otherwise combine with another one.
  ['申\u0301', '\\u{7533}\\u{301}'],
  ['lone \uD83D', 'lone \\u{d83d}'],
])('%j is shown as %s', (text, expected) => {
  expect(shown(text).join('')).toBe(expected)
  expect(isShownAsItIs(text, FONTS)).toBe(text === expected)
})

test('decomposed letters of a Mac are composed again', () => {
  expect(shown('An\u0303adir').join('')).toBe('Añadir')
  expect(isShownAsItIs('An\u0303adir', FONTS)).toBe(true)
})

test('each letter is in a font that has it, and neighbors of one font are together', () => {
  expect(lineOf('ñ αβ', FONTS)).toEqual([
    { font: 'latin', text: 'ñ ', width: 2 },
    { font: 'greek', text: 'αβ', width: 2 },
  ])
})

const linesFor = (text: string, most: number) =>
  linesOf(piecesOf(text, FONTS), most).map((line) => line.map((piece) => piece.text).join(''))

test('lines break after a space, or else anywhere, and nothing is lost', () => {
  expect(linesFor('one two three', 8)).toEqual(['one two ', 'three'])
  expect(linesFor('abcdefghij', 4)).toEqual(['abcd', 'efgh', 'ij'])
  expect(linesFor('ab αβγδε', 4)).toEqual(['ab ', 'αβγδ', 'ε'])
  // A space without room goes to the next line, not the word before it.
  expect(linesFor('ab cd ef', 5)).toEqual(['ab cd', ' ef'])
  expect(linesFor('', 4)).toEqual([''])
})
