import { expect, test } from 'vitest'
import { parseEmail, parseEmailDomain } from './email.ts'

test('S5.7 V1.1.1 an address is trimmed and lower-cased before any check', () => {
  expect(parseEmail('  Ann.Lee@Reeves.Example \n')).toEqual({
    address: 'ann.lee@reeves.example',
    domain: 'reeves.example',
  })
  expect(parseEmail("o'brien+tax@county.example")?.address).toBe("o'brien+tax@county.example")
})

test('G14 an international domain stays as given, in lower case', () => {
  expect(parseEmail('jana@MÜLLER.example')?.domain).toBe('müller.example')
  expect(parseEmail('jana@xn--mller-kva.example')?.domain).toBe('xn--mller-kva.example')
})

/** Invisible letters and marks by their category: fillers, a grapheme joiner, a variation selector. */
const INVISIBLE = ['\u3164', '\u115f', '\u1160', '\uffa0', '\u034f', '\ufe0f', '\u{e0100}', '\u17b4']

test.each([
  'user@alpha.example@evil.example',
  '"user@alpha.example"@evil.example',
  '"quoted"@alpha.example',
  'user@alpha.example.',
  'user@.alpha.example',
  'user@alpha..example',
  'user@alpha',
  'user@[192.0.2.1]',
  'user@192.0.2.1',
  'user@-alpha.example',
  'user@alpha-.example',
  'us er@alpha.example',
  'user@alpha .example',
  'user(comment)@alpha.example',
  'user,other@alpha.example',
  '<user@alpha.example>',
  'user%other.example@alpha.example',
  'gateway!user@alpha.example',
  '.user@alpha.example',
  'user.@alpha.example',
  'us..er@alpha.example',
  'user@alpha.example\u0000',
  'user\u202e@alpha.example',
  ...INVISIBLE.map((letter) => `user@al${letter}pha.example`),
  '@alpha.example',
  'user@',
  'user',
  '',
  `${'a'.repeat(65)}@alpha.example`,
  `user@${'a.'.repeat(130)}example`,
])('R2.46 G14 %j is not an address', (text) => {
  expect(parseEmail(text)).toBeNull()
})

test.each(['a@x.example\r\nBcc: b@x.example', 'a\r\n@x.example', 'a@x\n.example', 'a@x.example,b@x.example'])(
  'V1.3.11 G13 %j cannot reach a mail header',
  (text) => {
    expect(parseEmail(text)).toBeNull()
  },
)

test('a domain may be written with a leading @', () => {
  expect(parseEmailDomain(' @Reeves.Example ')).toBe('reeves.example')
  expect(parseEmailDomain('reeves')).toBeNull()
  expect(parseEmailDomain('a@reeves.example')).toBeNull()
  expect(parseEmailDomain('ree\u3164ves.example')).toBeNull()
})
