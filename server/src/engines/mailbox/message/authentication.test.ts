import { expect, test } from 'vitest'
import { isVouchedFor } from './authentication.ts'
import { HeaderFields } from './header-fields.ts'

const asked = { trusted: ['mx.firm.example'], domain: 'loving.example' }

function vouched(...fields: string[]): boolean {
  const lines = fields.map((field) => Buffer.from(`Authentication-Results: ${field}`))
  return isVouchedFor(new HeaderFields(lines), asked)
}

test.each([
  ['DMARC', 'mx.firm.example; dmarc=pass (p=REJECT) header.from=loving.example'],
  [
    'DKIM of the domain',
    'mx.firm.example 1; dkim=pass (2048-bit key; "ok") header.d=loving.example header.b=AbC',
  ],
  [
    'a quoted value',
    'mx.firm.example; spf=pass smtp.mailfrom="a b"@x.example; dkim=pass header.d="loving.example"',
  ],
])('%s verifies a sender', (_what, field) => {
  expect(vouched(field)).toBe(true)
})

test.each([
  ['a domain below', 'mail.loving.example', false],
  ['a domain that merely ends alike', 'ving.example', false],
  ['all the world', 'example', false],
  ['a domain above', 'county.example', true],
])('a signature of %s', (_what, signer, isVouched) => {
  const header = new HeaderFields([
    Buffer.from(`Authentication-Results: mx.firm.example; dkim=pass header.d=${signer}`),
  ])
  const domain = isVouched ? 'loving.county.example' : asked.domain
  expect(isVouchedFor(header, { ...asked, domain })).toBe(isVouched)
})

test('a DMARC result of another domain verifies no sender', () => {
  expect(vouched('mx.firm.example; dmarc=pass header.from=evil.example')).toBe(false)
})

/** Parts of the sender's own text that a mail server repeats: addresses, host names, identities of signatures. */
test.each([
  ['an address', 'spf=pass smtp.mailfrom="x; dkim=pass header.d=loving.example; y"@evil.example'],
  [
    'an address with an escaped quotation mark',
    'spf=pass smtp.mailfrom="\\"; dkim=pass header.d=loving.example; \\""@evil.example',
  ],
  [
    'a comment in a comment',
    'spf=pass (of (x) ; dkim=pass header.d=loving.example ) smtp.mailfrom=evil.example',
  ],
  [
    'a comment with an escaped end',
    'spf=pass (of x\\) ; dkim=pass header.d=loving.example ) smtp.mailfrom=evil.example',
  ],
  [
    'a long comment',
    `spf=pass (${'x'.repeat(600)}; dkim=pass header.d=loving.example ) smtp.mailfrom=evil.example`,
  ],
  ['a comment that does not end', 'spf=pass (of x; dkim=pass header.d=loving.example'],
  ['a quotation that does not end', 'spf=pass smtp.mailfrom="x; dkim=pass header.d=loving.example'],
  ['an identity', 'dkim=pass header.d=evil.example header.i="@evil.example header.d=loving.example"'],
])('%s into which a sender wrote a verdict does not count', (_what, said) => {
  expect(vouched(`mx.firm.example; ${said}`)).toBe(false)
})

test.each([
  ['a name below its own', 'mx.firm.example.evil.example'],
  ['its name in quotation marks', '"mx.firm.example"'],
  ['its name behind a comment', '(x) mx.firm.example'],
  ['a name with a letter that looks alike', 'mx.f\u0456rm.example'],
  ['a name with a sign that is the letter in lower case', 'mx.firm.example\u212a'],
])('a server with %s is not the trusted one', (_what, server) => {
  expect(vouched(`${server}; dmarc=pass header.from=loving.example`)).toBe(false)
})

test('of a check the topmost field counts, whatever a sender wrote below it', () => {
  const forged = 'mx.firm.example; dkim=pass header.d=loving.example'
  expect(vouched('mx.firm.example; dkim=none', forged)).toBe(false)
  expect(vouched('mx.firm.example; spf=pass', forged)).toBe(true)
  expect(vouched('mx.evil.example; dkim=none', forged)).toBe(false)
})

const CUT = '; dkim=pass header.d=loving.example'

/** Pads a field to this many characters. */
const padded = (said: string, length: number) => `${said}; x=${'y'.repeat(length - said.length - 4)}`

test.each([
  [
    'a domain that the cut makes another',
    [`${padded('mx.firm.example', 8192 - CUT.length)}${CUT}.evil.example`],
  ],
  [
    'a finding behind the cut',
    [`${padded('mx.firm.example; dkim=pass header.d=loving.example', 8192)}; dmarc=fail`],
  ],
  [
    'a field below it',
    [
      `${padded('mx.firm.example', 8192)}; dmarc=fail`,
      'mx.firm.example; dmarc=pass header.from=loving.example',
    ],
  ],
  [
    'a field below one that does not end',
    ['mx.firm.example; dmarc=fail (x', 'mx.firm.example; dmarc=pass header.from=loving.example'],
  ],
  [
    'a field above one that does not end',
    ['mx.firm.example; dkim=pass header.d=loving.example', 'mx.firm.example; dmarc=fail (x'],
  ],
])('R11.20 a field too long to be read proves nothing: %s', (_what, fields) => {
  expect(vouched(...fields)).toBe(false)
})

const RESULTS = 'mx.firm.example; dmarc=pass header.from=loving.example'

test.each([
  ['a space before its colon', `Authentication-Results : ${RESULTS}`],
  ['a tab before its colon', `Authentication-Results\t: ${RESULTS}`],
  ['a space that does not break before its colon', `Authentication-Results\u00a0: ${RESULTS}`],
  ['a byte order mark before its colon', `Authentication-Results\ufeff: ${RESULTS}`],
  ['a byte order mark before it', `\ufeffAuthentication-Results: ${RESULTS}`],
  ['a vertical tab before it', `\vAuthentication-Results: ${RESULTS}`],
  ['a space before it, at the top', ` Authentication-Results: ${RESULTS}`],
])('R11.26 a field whose name has %s is another one, and proves nothing', (_what, line) => {
  const header = new HeaderFields([Buffer.from(line)])
  expect(isVouchedFor(header, asked)).toBe(false)
  const below = new HeaderFields([
    Buffer.from('Authentication-Results: mx.firm.example; spf=pass'),
    Buffer.from('X-Own: 1'),
    Buffer.from(line),
  ])
  expect(isVouchedFor(below, asked)).toBe(false)
})

test.each(['a line without a colon', 'Two words: x', '\ufeffX: y', 'From someone'])(
  'R11.26 a continuation of a line that is not a field belongs to no field: %j',
  (line) => {
    const header = new HeaderFields([
      Buffer.from('Authentication-Results: mx.firm.example; spf=pass'),
      Buffer.from(line),
      Buffer.from(' ; dkim=pass header.d=loving.example'),
    ])
    expect(isVouchedFor(header, asked)).toBe(false)
    expect(header.first('authentication-results')).toBe('mx.firm.example; spf=pass')
  },
)
