import { expect, test } from 'vitest'
import { createPasswordHasher, saltOf } from './password-hash.ts'

const { hash: hashPassword, match: matchPassword } = createPasswordHasher()

test('V11.4.2 G18 a password is stored as argon2id in the PHC format, with its own salt', async () => {
  const [one, other] = await Promise.all([hashPassword('copper ledger'), hashPassword('copper ledger')])
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
  expect(one).not.toBe(other)
})

test('the right password matches, every other does not', async () => {
  const stored = await hashPassword('copper ledger')
  expect(await matchPassword('copper ledger', [stored])).toBe(stored)
  expect(await matchPassword('copper ledger ', [stored])).toBeNull()
  expect(await matchPassword('Copper ledger', [stored])).toBeNull()
  expect(await matchPassword('copper ledger', [])).toBeNull()
})

test('V6.2.8 every character counts, also after a NUL and after the 72nd byte', async () => {
  const long = 'x'.repeat(80)
  const stored = await hashPassword(`${long}1\u00001`)
  expect(await matchPassword(`${long}1\u00002`, [stored])).toBeNull()
  expect(await matchPassword(`${long}1\u00001`, [stored])).toBe(stored)
})

test('V11.2.2 a hash with other parameters still matches (made by the reference implementation)', async () => {
  // `echo -n password | argon2 somesalt -id -t 2 -m 16 -p 1`
  const stored = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
  expect(await matchPassword('password', [stored])).toBe(stored)
  expect(await matchPassword('differentpassword', [stored])).toBeNull()
})

test('several hashes are tried, and those with one salt together', async () => {
  const first = await hashPassword('first of the three')
  const second = await hashPassword('second of the three', saltOf(first))
  const third = await hashPassword('third of the three')
  expect(saltOf(second)).toEqual(saltOf(first))
  expect(await matchPassword('second of the three', [first, second, third])).toBe(second)
  expect(await matchPassword('third of the three', [first, second, third])).toBe(third)
})

test('V11.2.5 a stored hash that is not ours is an error, not a match', async () => {
  await expect(matchPassword('x', ['plain text'])).rejects.toThrow('not one of ours')
})

test('G06 a hundred simultaneous hashes use limited memory and let other work run', async () => {
  const stored = await hashPassword('copper ledger')
  const before = process.memoryUsage.rss()
  const looks: number[] = []
  const watch = setInterval(() => looks.push(process.memoryUsage.rss()), 10)
  await Promise.all(Array.from({ length: 100 }, () => matchPassword('wrong', [stored])))
  clearInterval(watch)
  // All at the same time would take 1,900 MB.
  expect(Math.max(...looks) - before).toBeLessThan(200 * 1024 * 1024)
  // Hashing on this thread would have blocked these looks.
  expect(looks.length).toBeGreaterThan(20)
})
