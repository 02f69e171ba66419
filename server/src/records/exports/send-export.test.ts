import { randomBytes } from 'node:crypto'
import type { Readable } from 'node:stream'
import { EXPORT_FORMATS, type ExportFormat } from '@portal/contract/exports.ts'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { contextOfPerson } from '../../testing/person-context.ts'
import { testPortal, type TestPortal } from '../../testing/test-portal.ts'
import { TWO_COUNTIES } from '../../testing/two-counties.ts'
import { sendExport } from './send-export.ts'

/** Waiting for real work. */
const BOUND = { timeout: 20_000 }

let portal: TestPortal<typeof TWO_COUNTIES>
beforeAll(async () => {
  portal = await testPortal({ ...TWO_COUNTIES, environment: { RATE_LIMIT: 'off' } })
})
afterAll(() => portal.close())
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

/** An export of one portion of such texts. It says whether it is read, and how often it was released. */
async function begin(format: ExportFormat, textOf: () => string) {
  const { clerk } = portal.people
  const context = contextOfPerson(portal.world, { ...clerk, role: 'user', countyId: portal.counties.loving })
  const { rows } = await portal.pool.query<{ id: number }>('SELECT id FROM session WHERE account_id = $1', [
    clerk.accountId,
  ])
  const session = { id: rows[0]?.id ?? 0, provenAt: null }
  let [closed, isRead] = [0, false]
  async function* portions() {
    yield Array.from({ length: 500 }, () => [textOf()])
    isRead = true
  }
  const { body, onceSent } = await sendExport(
    { ...context, actor: { ...context.actor, session } },
    {
      list: 'documents',
      title: 'Documents',
      format,
      method: 'GET',
      county: null,
      keys: ['name'],
      columns: [{ title: 'Name', kind: 'text' }],
      filters: [],
      open: async () => ({ portions: portions(), total: null, close: async () => void (closed += 1) }),
    },
  )
  const stream = body as Readable
  // Reading begins with the first byte.
  await stream[Symbol.asyncIterator]().next()
  return {
    isRead: () => isRead,
    closed: () => closed,
    isCutOff: () => stream.destroyed,
    end: () => onceSent?.(),
  }
}

test('R22.8 a reader who takes nothing for 30 seconds is cut off', async () => {
  const timer = vi.spyOn(globalThis, 'setTimeout')
  // More than all buffers have.
  const { end, closed, isCutOff } = await begin('csv', () => randomBytes(1000).toString('hex'))
  await vi.waitFor(() => expect(timer.mock.calls.map(([run]) => run.name)).toContain('onSilence'), BOUND)
  vi.advanceTimersByTime(29_000)
  expect(isCutOff()).toBe(false)
  vi.advanceTimersByTime(1000)
  expect(isCutOff()).toBe(true)
  end()
  expect(closed()).toBe(1)
})

test.each(EXPORT_FORMATS)('R22.8 an export of %s ends after 15 minutes', async (format) => {
  // It fits into the buffers, so it does not wait for its reader.
  const { isRead, end, closed, isCutOff } = await begin(format, () => 'short')
  await vi.waitFor(() => expect(isRead()).toBe(true), BOUND)
  vi.advanceTimersByTime(14 * 60_000)
  expect(isCutOff()).toBe(false)
  vi.advanceTimersByTime(60_000)
  expect(isCutOff()).toBe(true)
  end()
  expect(closed()).toBe(1)
})
