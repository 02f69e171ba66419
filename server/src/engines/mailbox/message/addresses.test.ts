import { expect, test } from 'vitest'
import { addressesOf } from './addresses.ts'

test('R11.20 a field too long to be read names no one: no address is cut, and none is lost', () => {
  const cut = `"${'x'.repeat(8192 - 24)}" <clerk@loving.example.evil.example>`
  const lost = `clerk@loving.example, "${'x'.repeat(8192)}" <other@loving.example>`
  expect(addressesOf(cut)).toEqual([])
  expect(addressesOf(lost)).toEqual([])
  expect(addressesOf('Clerk <clerk@loving.example>')).toEqual([
    { address: 'clerk@loving.example', name: 'Clerk' },
  ])
})
