import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { Upload } from '@portal/contract/files/files.ts'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { SAMPLE_FILES } from '../../../testing/sample-files.ts'
import { uploadDocument } from '../../../testing/store-document.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../../testing/test-portal.ts'

/** More than any system buffers for a reader that does not read. */
const LARGE = Buffer.concat([SAMPLE_FILES.pdf, Buffer.alloc(40_000_000, 'county ')])
const THIRTY_MINUTES = 30 * 60_000

let portal: TestPortal
let clerk: TestPerson
let url: string

beforeAll(async () => {
  portal = await testPortal()
  clerk = await portal.addPerson({ email: 'clerk@staff.example' })
  const stored = await uploadDocument(portal, clerk, { fileName: 'maps.pdf', bytes: LARGE })
  const { FileID } = stored.json<{ file: Upload }>().file
  const origin = await portal.app.listen({ port: 0, host: '127.0.0.1' })
  url = `${origin}/api/files/uploads/${FileID}/download`
})
afterEach(() => void vi.useRealTimers())
afterAll(() => portal.close())

/** Begins a download whose reader then stalls for this many milliseconds. */
async function standStillFor(milliseconds: number): Promise<IncomingMessage> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const asked = get(url, { headers: { cookie: clerk.cookie } })
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  vi.advanceTimersByTime(milliseconds)
  return answer
}

async function readToTheEnd(answer: IncomingMessage): Promise<number> {
  let length = 0
  answer.on('data', (piece: Buffer) => (length += piece.length)).on('error', () => undefined)
  await new Promise((resolve) => void answer.once('close', resolve))
  return length
}

describe('a slow reader of a document', () => {
  test('R3.22 I03 gets all of it within half an hour', async () => {
    const answer = await standStillFor(THIRTY_MINUTES - 1)
    expect(await readToTheEnd(answer)).toBe(LARGE.length)
    expect(answer.complete).toBe(true)
  })

  test('R3.22 I03 is cut off after half an hour', async () => {
    const answer = await standStillFor(THIRTY_MINUTES)
    expect(await readToTheEnd(answer)).toBeLessThan(LARGE.length)
    expect(answer.complete).toBe(false)
  })
})
