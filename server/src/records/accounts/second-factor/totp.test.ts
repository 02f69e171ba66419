import { expect, test } from 'vitest'
import { base32 } from './base32.ts'
import { newRecoveryCodes } from './recovery-codes.ts'
import { appAddress, codeOf, findStep, newSecret, stepAt } from './totp.ts'

/** The secret of the SHA-1 vectors. */
const SECRET = Buffer.from('12345678901234567890')
const STEP_MS = 30_000

// RFC 6238, appendix B. An app shows the last six of the eight digits.
test.each([
  ['1970-01-01T00:00:59Z', 0x1, '94287082'],
  ['2005-03-18T01:58:29Z', 0x23523ec, '07081804'],
  ['2005-03-18T01:58:31Z', 0x23523ed, '14050471'],
  ['2009-02-13T23:31:30Z', 0x273ef07, '89005924'],
  ['2033-05-18T03:33:20Z', 0x3f940aa, '69279037'],
  ['2603-10-11T11:33:20Z', 0x27bc86aa, '65353130'],
])('V6.3.3 the code of %s is that of RFC 6238', (moment, step, digits) => {
  expect(stepAt(new Date(moment))).toBe(step)
  expect(codeOf(SECRET, step)).toBe(digits.slice(2))
})

// RFC 4226, appendix D.
test.each([
  '755224',
  '287082',
  '359152',
  '969429',
  '338314',
  '254676',
  '287922',
  '162583',
  '399871',
  '520489',
])('the codes of the first steps are those of RFC 4226: %s', (code) => {
  const steps = Array.from({ length: 10 }, (_, step) => codeOf(SECRET, step))
  expect(steps).toContain(code)
})

test('R2.92 a code counts in its own 30 seconds and in those just before and after, unless it was used', () => {
  const now = new Date('2026-03-10T15:00:00Z')
  const current = stepAt(now)
  const find = (step: number, lastStep = 0) => findStep(SECRET, { code: codeOf(SECRET, step), now, lastStep })
  expect([-2, -1, 0, 1, 2].map((by) => find(current + by))).toEqual([
    null,
    current - 1,
    current,
    current + 1,
    null,
  ])
  expect([find(current, current - 1), find(current, current), find(current - 1, current)]).toEqual([
    current,
    null,
    null,
  ])
  const later = new Date(now.getTime() + STEP_MS - 1)
  expect(findStep(SECRET, { code: codeOf(SECRET, current - 1), now: later, lastStep: 0 })).toBe(current - 1)
  expect(findStep(SECRET, { code: '12345', now, lastStep: 0 })).toBeNull()
})

// RFC 4648, section 10, the cases without padding; and one of 20 bytes, like a secret.
test.each([
  ['fooba', 'MZXW6YTB'],
  ['12345678901234567890', 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'],
])('%s reads %s in base 32', (text, encoded) => {
  expect(base32(Buffer.from(text))).toBe(encoded)
})

test('V6.5.3 V6.5.4 secrets have 160 random bits, and recovery codes 120', () => {
  expect(newSecret()).toHaveLength(20)
  expect(newSecret().equals(newSecret())).toBe(false)
  const { codes } = newRecoveryCodes()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^([a-z2-7]{4}-){5}[a-z2-7]{4}$/)
})

test('the address for the app names the firm and the person, in any characters', () => {
  const address = appAddress({ secret: SECRET, email: 'ann+a@x.example', issuer: 'Smith & Sons: Desk' })
  expect(address).toBe(
    'otpauth://totp/Smith%20%26%20Sons%20%20Desk:ann%2Ba%40x.example?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ' +
      '&issuer=Smith%20%26%20Sons%20%20Desk&algorithm=SHA1&digits=6&period=30',
  )
})
