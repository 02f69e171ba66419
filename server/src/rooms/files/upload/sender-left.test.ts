import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { RawRequest } from '../../../testing/raw-request.ts'
import { SAMPLE_FILES } from '../../../testing/sample-files.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../../testing/test-portal.ts'
import { beginRawUpload, uploadWays } from '../../../testing/upload-ways.ts'

// A sender who closes the connection while the upload waits frees the turn immediately, and not after 50 seconds.

const PDF = SAMPLE_FILES.pdf
const BOUND = { timeout: 20_000, interval: 5 }

let portal: TestPortal
let clerk: TestPerson
let port: number

beforeAll(async () => {
  portal = await testPortal({ environment: { UPLOAD_PLACES: '4' } })
  const { CountyID } = await portal.addCounty('Loving')
  clerk = await portal.addPerson({ email: 'clerk@loving.example', countyId: CountyID })
  port = Number(new URL(await portal.app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(() => portal.close())

const WAYS = uploadWays(PDF)

/** An upload that stalls before its last byte. */
async function almostSent(way: keyof typeof WAYS): Promise<RawRequest> {
  const upload = WAYS[way]
  const request = await beginRawUpload(port, clerk, upload)
  await request.send(upload.payload.subarray(0, -1))
  return request
}

test.each(['a form', 'a resumable upload'] as const)(
  'R5.119 a sender of %s who leaves while waiting frees their turn immediately',
  async (way) => {
    const { uploadLimiter } = portal.world
    const load = (taken: number, waiting: number) =>
      vi.waitFor(() => expect(uploadLimiter.load()).toEqual({ taken, waiting }), BOUND)
    const senders: RawRequest[] = []
    for (let at = 1; at <= 4; at++) {
      // oxlint-disable-next-line no-await-in-loop
      senders.push(await almostSent(way))
    }
    await load(4, 0)
    const late = await almostSent(way)
    await load(4, 1)
    late.end()
    await load(4, 0)
    for (const sender of senders) sender.end()
    await load(0, 0)
    expect(portal.log.filter((line) => line.includes('"level":50'))).toEqual([])
  },
)
