import { expect, test } from 'vitest'
import { leftText, whatItIs } from './second-factor-section.tsx'

test.each([
  [10, '10 recovery codes are left.'],
  [3, '3 recovery codes are left. You can make new ones.'],
  [1, '1 recovery code is left. You can make new ones.'],
  [0, 'No recovery code is left. Please make new ones.'],
])('of %i recovery codes people see how many there are', (left, text) => {
  expect(leftText(left)).toBe(text)
})

test('a person without a password sees none while they may set up a second factor', () => {
  expect(whatItIs(true)).toContain('after your password,')
  expect(whatItIs(false)).not.toContain('password')
})
