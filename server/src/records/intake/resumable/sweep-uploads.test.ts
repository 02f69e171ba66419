import { afterAll, beforeAll, expect, test } from 'vitest'
import { newStorageKey } from '../../../engines/storage/storage.ts'
import { SAMPLE_FILES } from '../../../testing/sample-files.ts'
import { testPortal, type TestPortal } from '../../../testing/test-portal.ts'
import { tusCalls } from '../../../testing/tus-calls.ts'
import { sweepUploads } from './sweep-uploads.ts'

const NINE_DAYS_MS = 9 * 86_400_000

let portal: TestPortal
beforeAll(async () => {
  portal = await testPortal()
})
afterAll(() => portal.close())

async function pieces(): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of portal.world.storage.pieces.list()) keys.push(key)
  return keys
}

test('pieces that a server wrote and never noted are removed once no upload can have them, and no others', async () => {
  const { storage } = portal.world
  const person = await portal.addPerson({ email: 'clerk@staff.example' })
  const calls = tusCalls(portal, person)
  const id = await calls.begun({ size: SAMPLE_FILES.pdf.length })
  await calls.append(id, 0, SAMPLE_FILES.pdf.subarray(0, 100))
  const [noted] = await pieces()
  const lost = newStorageKey()
  const bytes = (async function* () {
    yield Buffer.from('of a server that died')
  })()
  await (await storage.pieces.write(lost, bytes, { room: 1000, onDurable: async () => {} })).makeLast()
  await sweepUploads(portal.world)
  expect(new Set(await pieces())).toEqual(new Set([noted, lost]))
  const now = async () => new Date((await storage.now()).getTime() + NINE_DAYS_MS)
  await sweepUploads({ ...portal.world, storage: { ...storage, now } })
  expect(await pieces()).toEqual([noted])
  expect((await calls.head(id)).headers['upload-offset']).toBe('100')
})
