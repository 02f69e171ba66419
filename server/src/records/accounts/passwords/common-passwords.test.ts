import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCommonPasswords } from './common-passwords.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portal-passwords-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('a list that could not be read is read again for the next password, and then once for all', async () => {
  const file = join(folder, 'list.json')
  const common = createCommonPasswords(file)
  const both = await Promise.allSettled([common.has('football'), common.has('marigold')])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await writeFile(file, '["football"]')
  expect(await common.has('Football@123')).toBe(true)
  await rm(file)
  expect(await common.has('marigold')).toBe(false)
})
