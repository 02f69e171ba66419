import { expect, test } from 'vitest'
import { firstBytes, lastBytes } from './whole-characters.ts'

const CHARACTERS = ['a', 'é', '€', '𝒳']

test.each(CHARACTERS)(
  'R11.3 a name of %s is cut between two characters, wherever the limit falls',
  (character) => {
    const name = Buffer.from(character.repeat(60))
    for (let most = 4; most < 40; most++) {
      for (const cut of [firstBytes(name, most), lastBytes(name, most)]) {
        expect(Buffer.from(cut.toString('utf8'))).toEqual(cut)
        expect(cut.length).toBeGreaterThan(most - 4)
        expect(cut.length).toBeLessThanOrEqual(most)
      }
    }
  },
)

test('R11.3 a name that is not UTF-8 is cut at the same limit, and a short one is not', () => {
  const bytes = Buffer.alloc(60, 0x80)
  expect(firstBytes(bytes, 10)).toHaveLength(10)
  expect(lastBytes(bytes, 10)).toHaveLength(10)
  expect(firstBytes(Buffer.from('é'), 200)).toEqual(Buffer.from('é'))
})
