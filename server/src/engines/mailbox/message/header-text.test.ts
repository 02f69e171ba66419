import { expect, test } from 'vitest'
import { decodeWords } from './header-text.ts'

test.each([
  ['=?UTF-8?Q?A_new_sign-in_=E2=80=93_?= =?UTF-8?Q?B=C3=A4r?=', 'A new sign-in – Bär'],
  ['=?UTF-8?Q?_a_?=', ' a '],
  ['=?UTF-8?B?YSA=?= =?UTF-8?B?Yg==?=', 'a b'],
])('a space at the end of an encoded word stays: %s', (header, text) => {
  expect(decodeWords(header)).toBe(text)
})
