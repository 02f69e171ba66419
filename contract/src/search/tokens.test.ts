import { expect, test } from 'vitest'
import { tokensOf } from './tokens.ts'

const written = (text: string) =>
  [...tokensOf(text)].map(({ place, lexeme }) => `${place}:${lexeme}`).join(' ')

test.each([
  ['Hernández-Muñoz', '1:hernandezmunoz 1:hernandez 2:munoz'],
  ['O’Brien & Co.', '1:obrien 1:o 2:brien 3:co'],
  ['Straße, Łódź, ﬁling', '1:strasse 2:lodz 3:filing'],
  ['R-000123 filed', '1:r-000123 1:r000123 1:r 2:000123 2:#123 3:filed'],
  ['4512-0033-00', '1:4512-0033-00 1:4512003300 1:4512 2:0033 2:#33 3:00 3:#0'],
  ['12,345.67 and $1,000', '1:12345.67 1:12345 2:and 3:1000'],
  ['67.50', '1:67.50 1:67 2:50'],
  ['04/01/2024', '1:04-01-2024 1:04012024 1:04 1:#4 2:01 2:#1 3:2024'],
  ['a,b 1,2,3', '1:a 2:b 3:1 4:2 5:3'],
  ['Form_50-144.pdf', '1:form 2:50-144-pdf 2:50144pdf 2:50 3:144 4:pdf'],
  ['', ''],
  [`${'x'.repeat(61)} y`, '1:y'],
])('R15.1 the words of %j are %s', (text, tokens) => {
  expect(written(text)).toBe(tokens)
})

test('R15.1 a word knows its range in the text, with its accents', () => {
  const text = 'El Señor Hernández'
  const [, , name] = [...tokensOf(text)]
  expect(name && text.slice(name.start, name.end)).toBe('Hernández')
})
