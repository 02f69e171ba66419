import { expect, test } from 'vitest'
import { createCursorSeal } from './cursor-seal.ts'

const sealOf = (secret: string) => createCursorSeal(() => Promise.resolve(Buffer.from(secret)))

test('R15.37 every server of a portal opens a cursor, and another portal does not', async () => {
  const sealed = await sealOf('one').seal('people', 'Pecos Oil')
  expect(await sealOf('one').seal('people', 'Pecos Oil')).toBe(sealed)
  expect(await sealOf('one').open('people', sealed)).toBe('Pecos Oil')
  expect(await sealOf('two').open('people', sealed)).toBeNull()
})

test.each(['', 'x', 'Pecos Oil', 'A'.repeat(60)])('R15.37 %j is not a cursor', async (text) => {
  expect(await sealOf('one').open('people', text)).toBeNull()
})

test('R15.37 a cursor with a changed character is not a cursor', async () => {
  const seal = sealOf('one')
  const sealed = await seal.seal('people', 'Pecos Oil')
  for (const at of [0, 20, 40]) {
    const other = sealed[at] === 'A' ? 'B' : 'A'
    expect(await seal.open('people', `${sealed.slice(0, at)}${other}${sealed.slice(at + 1)}`)).toBeNull()
  }
})

test('R15.37 a secret that cannot be read is read again at the next call', async () => {
  let fails = true
  const seal = createCursorSeal(() =>
    fails ? Promise.reject(new Error('away')) : Promise.resolve(Buffer.from('one')),
  )
  await expect(seal.seal('people', 'Pecos Oil')).rejects.toThrow('away')
  fails = false
  expect(await seal.open('people', await seal.seal('people', 'Pecos Oil'))).toBe('Pecos Oil')
})

test('R15.37 a cursor of one list is none of another, and shares no nonce with it', async () => {
  const seal = sealOf('one')
  const [people, events] = [await seal.seal('people', 'Pecos Oil'), await seal.seal('events', 'Pecos Oil')]
  expect(await seal.open('events', people)).toBeNull()
  expect(await seal.open('people', events)).toBeNull()
  expect(events.slice(0, 16)).not.toBe(people.slice(0, 16))
})
