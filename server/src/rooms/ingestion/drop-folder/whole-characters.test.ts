import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LOVING } from '../../../testing/loving.ts'
import { SAMPLE_FILES } from '../../../testing/sample-files.ts'
import { testPortal } from '../../../testing/test-portal.ts'
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

test('R11.3 the portal’s names are text if the name of the file is', async () => {
  const portal = await testPortal({ cast: LOVING, dropFolder: true })
  try {
    for (const { bytes, name } of [
      { name: `x${'é'.repeat(120)}.pdf`, bytes: SAMPLE_FILES.png },
      { name: `x${'é'.repeat(120)}.pdf`, bytes: Buffer.from(SAMPLE_FILES.png).fill(0, 40) },
      { name: `${'€'.repeat(80)}.pdf`, bytes: SAMPLE_FILES.png },
    ]) {
      await portal.dropFolder.drop(name, bytes)
      await portal.dropFolder.look()
    }
    const names = await readdir(join(portal.dropFolder.folder, 'refused'), { encoding: 'buffer' })
    expect(names).toHaveLength(6)
    for (const name of names) expect(Buffer.from(name.toString('utf8'))).toEqual(name)
  } finally {
    await portal.close()
  }
})
