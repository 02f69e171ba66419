import { expect, test } from 'vitest'
import { printable } from './command.ts'

test('control sequences of the terminal are not printed; lines, tabs and names in every script are', () => {
  expect(printable('o\u001B[31mRED\u001B]0;title\u0007\u009B1m\r.csv')).toBe('o?[31mRED?]0;title??1m?.csv')
  expect(printable('invoice\u202Efdp.exe a\u200Bb \u2066c')).toBe('invoice?fdp.exe a?b ?c')
  expect(printable('Ñandú\tRoll 2026.csv\n')).toBe('Ñandú\tRoll 2026.csv\n')
})
