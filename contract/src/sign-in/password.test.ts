import { expect, test } from 'vitest'
import { TOO_COMMON, TOO_LONG, TOO_SHORT } from './password-errors.ts'
import { passwordLength, passwordProblem } from './password.ts'

test('S9.6 V6.2.1 a password has at least 8 characters', () => {
  expect(passwordProblem('Kq7-mz3')).toBe(TOO_SHORT)
  expect(passwordProblem('Kq7-mz3x')).toBeNull()
})

test('R2.2 V2.3.2 V6.2.9 64 and 128 characters are accepted, 129 are not, counted in Unicode characters', () => {
  const long = 'eight mules pulled the copper rig '.repeat(4)
  expect(passwordProblem(long.slice(0, 64))).toBeNull()
  expect(passwordProblem(long.slice(0, 128))).toBeNull()
  expect(passwordProblem(long.slice(0, 129))).toBe(TOO_LONG)
  expect(passwordProblem('🛢⛏🐎🌵🛢⛏🐎')).toBe(TOO_SHORT)
  expect(passwordProblem('🛢⛏🐎🌵🛢⛏🐎🤠')).toBeNull()
})

test('R2.2 a separate accent counts as a character, and an emoji of several characters counts as several', () => {
  expect(passwordLength('e\u0301')).toBe(2)
  expect(passwordLength('\u00E9')).toBe(1)
  // Woman, joiner, man, joiner, girl.
  expect(passwordLength('\u{1F469}\u200D\u{1F468}\u200D\u{1F467}')).toBe(5)
})

test.each([
  'password',
  'Password',
  'PASSWORD123!',
  'p@ssw0rd1',
  '12345678',
  '1234567890',
  'qwertyui',
  'qwertyuiop',
  'Welcome-2026',
  'Summer2025!',
  '123password',
  'aaaaaaaa',
  'abababab',
  'testtest',
  'xyzxyzxyz',
  'adminadmin',
  'iloveyou',
  'Appraisal1',
  'letmein!!',
  '1q2w3e4r',
])('R2.3 V6.2.4 V6.2.12 %s is too common', (password) => {
  expect(passwordProblem(password)).toBe(TOO_COMMON)
})

test.each([
  'aaaaaaaa bbb',
  'copper ledger 1926',
  'a long and quiet password',
  'ßäöü – 8 mules',
  ' leading space',
])('V6.2.5 no kind of character is required: %s', (password) => {
  expect(passwordProblem(password)).toBeNull()
})
