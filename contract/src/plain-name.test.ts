import { expect, test } from 'vitest'
import { isPlainName, tidyName, withoutHidden } from './plain-name.ts'

test.each([
  'Ann Reeves',
  "Siân O'Brien-Núñez",
  'Nguyễn Thị Ánh',
  'محمد رضا',
  // Persian and Sinhala words contain joiners.
  'علی\u200cرضا',
  'ශ්\u200dරී',
  // A Japanese family name, in the form that its bearers write.
  '辻\u{e0100} 花子',
  'Ann ❤\ufe0f',
])('R2.85 %j is a name', (name) => {
  expect(isPlainName(name)).toBe(true)
  expect(withoutHidden(name)).toBe(name)
})

test.each([
  ['the Hangul filler', '\u3164'],
  ['the Hangul choseong filler', '\u115f'],
  ['the halfwidth Hangul filler', '\uffa0'],
  ['the Braille blank', '\u2800'],
  ['a joiner of graphemes', '\u034f'],
  ['a soft hyphen', '\u00ad'],
  ['a zero width space', '\u200b'],
  ['a zero width joiner', '\u200d'],
  ['a zero width non-joiner', '\u200c'],
  ['a variation selector', '\ufe0f'],
  ['a tag', '\u{e0061}'],
  ['half a character', '\ud83d'],
  ['what turns the direction', '\u202e'],
  ['a line break', '\n'],
])('R2.85 a name with hidden characters is not plain text: %s', (_, hidden) => {
  for (const name of [`Ad${hidden}min`, `${hidden}Admin`, `Admin${hidden}`]) {
    expect(isPlainName(name)).toBe(false)
    expect(withoutHidden(name).replaceAll(' ', '')).toBe('Admin')
  }
})

test.each(['कमल\u200d', '\u200dකමල', 'Ann\u{e0100}', 'Ann\ufe0f'])(
  'characters that names need are only allowed where they need them: %j is not plain text',
  (name) => {
    expect(isPlainName(name)).toBe(false)
  },
)

test('an emoji made of several characters is not plain text', () => {
  expect(isPlainName('Ann 👩\u200d👧')).toBe(false)
})

test.each([
  ['  Ann Bell ', 'Ann Bell'],
  ['Ann\u2003\u2003Bell', 'Ann Bell'],
  ['Jose\u0301', 'José'],
])('%j is stored as it looks: %s', (typed, name) => {
  expect(tidyName(typed)).toBe(name)
})
