import { expect, test } from 'vitest'
import { parseEmail } from '../email.ts'
import { parseNewEmail } from './new-email.ts'

/** Letters and marks by category, but invisible: fillers, a grapheme joiner, a variation selector, blanks. */
const INVISIBLE = [
  '\u3164',
  '\u115f',
  '\uffa0',
  '\u034f',
  '\ufe0f',
  '\u{e0100}',
  '\u17b4',
  '\u{13441}',
  '\u{16fe4}',
]

test.each([
  ...INVISIBLE.map((letter) => `us${letter}er@alpha.example`),
  'jose\u0301@alpha.example',
  'user@bu\u0308cher.example',
  'admi\u0307n@alpha.example',
  '\u0301user@alpha.example',
  'a.\u0301user@alpha.example',
])('G14 %j cannot be a new address, because it looks like another; an existing one still works', (text) => {
  expect(parseNewEmail(text)).toBeNull()
  expect(parseEmail(text)).not.toBeNull()
})

/** Mail servers that decode the part before the @ would send to another address. */
test.each([
  '=?utf-8?q?collab=40county.example?=@alpha.example',
  '=?iso-8859-1?b?dXNlcg==?=@alpha.example',
  '=?x?q?=41=42collab=40county.example=3e=00?=foo@alpha.example',
  'a.=?utf-8?q?user?=@alpha.example',
  '=?utf-8*en?q?user?=@alpha.example',
])('R2.46 %j contains an encoded word, so it cannot be a new address', (text) => {
  expect(parseNewEmail(text)).toBeNull()
})

test.each(['srs0=hash=tt=county.example=user@relay.example', 'user?x=1@alpha.example'])(
  'R2.46 %j has the marks of an encoded word and encodes nothing: it may be a new address',
  (text) => {
    expect(parseNewEmail(text)).toEqual(parseEmail(text))
  },
)

test.each(['ann.lee@alpha.example', 'josé@alpha.example', 'user@bücher.example', 'नमिता@alpha.example'])(
  'G14 %j may be a new address',
  (text) => {
    expect(parseNewEmail(text)).toEqual(parseEmail(text))
  },
)

test('G14 an invalid address is no new one', () => {
  expect(parseNewEmail('user@alpha')).toBeNull()
})
