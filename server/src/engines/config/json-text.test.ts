import { expect, test } from 'vitest'
import { parseJson } from './json-text.ts'

const TEXT = '{"county": "Peña"}'
const utf16 = Buffer.from(`\uFEFF${TEXT}`, 'utf16le')

test.each([
  ['UTF-8', Buffer.from(TEXT)],
  ['UTF-8 with a byte order mark', Buffer.from(`\uFEFF${TEXT}`)],
  ['UTF-16', utf16],
  ['UTF-16, the high byte first', Buffer.from(utf16).swap16()],
])('R1.67 JSON is read in %s', (_encoding, bytes) => {
  expect(parseJson(bytes)).toEqual({ county: 'Peña' })
})

test.each([
  ['{"secret": 1,\n  2}', 'it is not valid JSON at line 2, column 3'],
  ['{"secret": ', 'it is not valid JSON: it ends too early'],
  ['', 'it is not valid JSON: it ends too early'],
  [Buffer.from('{"a": "Pe\u00F1a"}', 'latin1'), 'it is not text in UTF-8'],
])('R1.67 for %j the place of the error is named, and nothing of the text', (text, message) => {
  expect(() => parseJson(Buffer.from(text as string))).toThrow(new Error(message))
})
