import { createHash, randomBytes } from 'node:crypto'
import { FILE_CHANGED } from '@portal/contract/files/resumable.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SAMPLE_FILES } from '../../../testing/sample-files.ts'
import { storedObjects } from '../../../testing/stored-objects.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../../testing/test-portal.ts'
import { tusCalls } from '../../../testing/tus-calls.ts'

const OLD = Buffer.concat([SAMPLE_FILES.pdf, randomBytes(300_000)])
const NEW = Buffer.concat([SAMPLE_FILES.pdf, randomBytes(300_000)])
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

let portal: TestPortal
let clerk: TestPerson
let calls: ReturnType<typeof tusCalls>

beforeAll(async () => {
  portal = await testPortal()
  const { CountyID } = await portal.addCounty('Loving')
  clerk = await portal.addPerson({ email: 'clerk@loving.example', countyId: CountyID })
  calls = tusCalls(portal, clerk)
})
afterAll(() => portal.close())

test('R5.116 half of one file and half of another become no document if the sender declared a hash', async () => {
  const before = await storedObjects(portal.world.storage)
  const values = { senderKey: 'changed', sha256: hashOf(OLD).toUpperCase() }
  const id = await calls.begun({ size: OLD.length, values })
  await calls.append(id, 0, OLD.subarray(0, 150_000))
  const last = await calls.append(id, 150_000, NEW.subarray(150_000))
  expect([last.statusCode, last.json()]).toEqual([
    409,
    {
      error: FILE_CHANGED.sentence.replace('{fileName}', 'rendition.pdf'),
      code: FILE_CHANGED.code,
    },
  ])
  expect(await storedObjects(portal.world.storage)).toEqual(before)
  const { rows } = await portal.pool.query('SELECT FROM document')
  expect(rows).toEqual([])
  // The right file may still come afterwards.
  const right = await calls.begin({ size: OLD.length, values, bytes: OLD })
  expect(right.headers['portal-file-id']).toBeDefined()
})

test('R5.116 an invalid hash is 400', async () => {
  const answer = await calls.begin({ size: 10, values: { sha256: 'abc' } })
  expect(answer.statusCode).toBe(400)
})
