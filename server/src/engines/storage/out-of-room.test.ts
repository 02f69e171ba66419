import { expect, test } from 'vitest'
import { warnOfStorage } from './out-of-room.ts'

test('a start or a command says that no document can be stored, and how much stays free', async () => {
  const said: string[] = []
  await warnOfStorage({ probe: async () => undefined }, (line) => said.push(line))
  expect(said).toEqual([])
  await warnOfStorage({ probe: () => Promise.reject(new Error('200 bytes are left.')) }, (line) =>
    said.push(line),
  )
  expect(said).toEqual([
    'Note: No document can be stored now: 256 MB of the disk stay free for the database. Please make room. 200 bytes are left.',
  ])
})
