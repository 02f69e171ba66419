import { getConfig } from '@portal/contract/sign-in/sign-in.ts'
import { tellTus } from '@portal/contract/files/resumable.ts'
import { uploadFile } from '@portal/contract/files/files.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { SAMPLE_FILES } from '../../../testing/sample-files.ts'
import {
  ANONYMOUS_PERSON,
  testPortal,
  type TestPerson,
  type TestPortal,
} from '../../../testing/test-portal.ts'
import { tusCalls } from '../../../testing/tus-calls.ts'
import { uploadForm } from '../../../testing/upload-form.ts'

const MB = 1_048_576
const WORDS = 'roll.pdf exceeds the limit.Please upload a file less than 2MB'

let portal: TestPortal
let clerk: TestPerson
beforeEach(async () => {
  portal = await testPortal({ environment: { MAX_UPLOAD_MB: '2' } })
  const { CountyID: countyId } = await portal.addCounty('Loving')
  clerk = await portal.addPerson({ email: 'clerk@loving.example', countyId })
})
afterEach(() => portal.close())

async function send(size: number) {
  const bytes = Buffer.concat([SAMPLE_FILES.pdf, Buffer.alloc(size - SAMPLE_FILES.pdf.length)])
  const form = uploadForm({ fileName: 'roll.pdf', bytes, categoryId: 1, typeId: 1 })
  return portal.call(clerk, uploadFile, form)
}

test('R5.83 the firm’s setting limits the largest file, to the byte', async () => {
  expect((await send(2 * MB)).statusCode).toBe(200)
  const refused = await send(2 * MB + 1)
  expect([refused.statusCode, refused.json<{ error: string }>().error]).toEqual([413, WORDS])
})

test('R5.83 by tus it is refused before its first byte, with the reason', async () => {
  const { begin } = tusCalls(portal, clerk)
  expect((await begin({ size: 2 * MB })).statusCode).toBe(201)
  const refused = await begin({ size: 2 * MB + 1, values: { filename: 'roll.pdf' } })
  expect([refused.statusCode, refused.json<{ error: string }>().error]).toEqual([413, WORDS])
  expect((await portal.call(ANONYMOUS_PERSON, tellTus)).headers['tus-max-size']).toBe(String(2 * MB))
})

test('everyone can read the limit', async () => {
  const config = (await portal.call(ANONYMOUS_PERSON, getConfig)).json<{ maxUploadBytes: number }>()
  expect(config.maxUploadBytes).toBe(2 * MB)
})
