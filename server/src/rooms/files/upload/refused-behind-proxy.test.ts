import { closeCounty } from '@portal/contract/counties/counties.ts'
import { uploadFile } from '@portal/contract/files/files.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { SAMPLE_FILES } from '../../../testing/sample-files.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../../testing/test-portal.ts'
import { uploadForm } from '../../../testing/upload-form.ts'
import { beginRawUpload, uploadWays } from '../../../testing/upload-ways.ts'

// A proxy may keep no connection open. The portal ends it with its response, but reads on. Otherwise a sender would
// lose the response.

const PIECE = 65_536
/** The minimum of slots for a person. */
const PLACES = 4
/** Less than the 30 seconds that a sender may stall. */
const SOON = { timeout: 20_000, interval: 5 }
const WAYS = uploadWays(Buffer.concat([SAMPLE_FILES.pdf, Buffer.alloc(20_000_000)]))

let portal: TestPortal
let clerk: TestPerson
let port: number
beforeAll(async () => {
  portal = await testPortal({ environment: { UPLOAD_PLACES: String(PLACES) } })
  const { CountyID: countyId } = await portal.addCounty('Loving')
  const administrator = await portal.addPerson({ email: 'admin@firm.example', isAdmin: true })
  clerk = await portal.addPerson({ email: 'clerk@loving.example', countyId })
  await portal.call(administrator, closeCounty, { params: { countyId } })
  port = Number(new URL(await portal.app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(() => portal.close())

test.each(['a form', 'a resumable upload'] as const)(
  'R3.17 the rest of %s is read on a connection that ends with its response, so the sender gets the refusal',
  async (way) => {
    const { headers, payload, ...more } = WAYS[way]
    const closing = { ...more, payload, headers: { ...headers, connection: 'close' } }
    const request = await beginRawUpload(port, clerk, closing)
    await request.send(payload.subarray(0, PIECE))
    await vi.waitFor(() => expect(request.isOver()).toBe(true), SOON)
    expect(request.status()).toBe(409)
    expect(request.answer()).toContain('closed')
    for (let at = PIECE; at < payload.length; at += PIECE) {
      // oxlint-disable-next-line no-await-in-loop
      expect(await request.send(payload.subarray(at, at + PIECE))).toBe(true)
    }
    request.end()
  },
)

test.each(['a form', 'a resumable upload'] as const)(
  'R3.17 while the rest of a refused %s is read, others keep their slots',
  async (way) => {
    const { headers, payload, ...more } = WAYS[way]
    const closing = { ...more, payload, headers: { ...headers, connection: 'close' } }
    const refused = await Promise.all(
      Array.from({ length: PLACES }, () => beginRawUpload(port, clerk, closing)),
    )
    for (const request of refused) await request.send(payload.subarray(0, PIECE))
    const form = uploadForm({ fileName: 'r.pdf', bytes: SAMPLE_FILES.pdf, categoryId: 1, typeId: 1 })
    expect((await portal.call(clerk, uploadFile, form)).statusCode).toBe(409)
    await vi.waitFor(() => expect(portal.world.uploadLimiter.load()).toMatchObject({ taken: 0 }), SOON)
    for (const request of refused) {
      expect(await request.send(payload.subarray(PIECE, 2 * PIECE))).toBe(true)
      request.end()
    }
  },
)
