import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { StorageAway } from '../../../engines/storage/storage.ts'
import { SAMPLE_FILES } from '../../../testing/sample-files.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../../testing/test-portal.ts'
import { tusCalls } from '../../../testing/tus-calls.ts'
import { finishLeftUploads } from './finish-left-uploads.ts'
import { withUploadLease } from './upload-lease.ts'
import { createTakeoverLock } from '../takeover-lock.ts'

// What arrived whole is finished without its sender, by what they may do then and not by what they might when they sent it.

const PDF = SAMPLE_FILES.pdf

let portal: TestPortal
let loving: number
beforeAll(async () => {
  portal = await testPortal({ environment: { RATE_LIMIT: 'off' } })
  loving = (await portal.addCounty('Loving')).CountyID
})
afterAll(() => portal.close())

/** Somebody whose upload has arrived whole while the store could not keep it. */
async function sendsWhole(email: string): Promise<TestPerson> {
  const person = await portal.addPerson({ email, countyId: loving })
  const keep = vi
    .spyOn(portal.world.storage, 'keep')
    .mockRejectedValue(new StorageAway('The bucket is away.'))
  const answer = await tusCalls(portal, person).begin({ size: PDF.length, bytes: PDF })
  expect(answer.statusCode).toBe(503)
  keep.mockRestore()
  return person
}

async function twelveMinutesLater(): Promise<void> {
  portal.clock.advance(720_000)
  await finishLeftUploads(portal.world)
}

async function became({ accountId }: TestPerson) {
  const { rows } = await portal.pool.query<{
    state: string
    refusal: { code: string } | null
    documents: number
  }>(
    `SELECT state, refusal, (SELECT count(*)::integer FROM document WHERE uploaded_by = $1) AS documents
     FROM resumable_upload WHERE account_id = $1`,
    [accountId],
  )
  return rows
}

const UNFINISHED = [{ state: 'unfinished', refusal: null, documents: 0 }]

test('R5.117 it is left to the server that holds its lease, and finished by another one within a minute after that', async () => {
  const person = await sendsWhole('leased@loving.example')
  portal.clock.advance(29_000)
  await finishLeftUploads(portal.world)
  expect(await became(person)).toEqual(UNFINISHED)
  portal.clock.advance(1000)
  await finishLeftUploads(portal.world)
  expect(await became(person)).toEqual([{ state: 'stored', refusal: null, documents: 1 }])
})

test('R5.117 a server that works on for longer renews its lease', async () => {
  const person = await sendsWhole('renewed@loving.example')
  const { rows } = await portal.pool.query<{ id: string }>(
    'SELECT id FROM resumable_upload WHERE account_id = $1',
    [person.accountId],
  )
  const own = { id: rows[0]?.id ?? '', accountId: person.accountId }
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const isLeased = async () =>
    (
      await portal.pool.query('SELECT FROM resumable_upload WHERE id = $1 AND leased_until > $2', [
        own.id,
        portal.clock.now(),
      ])
    ).rows.length > 0
  try {
    await withUploadLease({ ...portal.world, takeoverLock: createTakeoverLock() }, own, async () => {
      portal.clock.advance(40_000)
      expect(await isLeased()).toBe(false)
      vi.advanceTimersByTime(10_000)
      await expect.poll(isLeased, { timeout: 20_000 }).toBe(true)
      await finishLeftUploads(portal.world)
      expect(await became(person)).toEqual(UNFINISHED)
    })
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})

test('R5.117 one that a server of an older release took, which writes no lease, is left for ten minutes', async () => {
  const person = await sendsWhole('waits@loving.example')
  await portal.pool.query('UPDATE resumable_upload SET leased_until = NULL WHERE account_id = $1', [
    person.accountId,
  ])
  portal.clock.advance(590_000)
  await finishLeftUploads(portal.world)
  expect(await became(person)).toEqual(UNFINISHED)
  await twelveMinutesLater()
  expect(await became(person)).toEqual([{ state: 'stored', refusal: null, documents: 1 }])
})

test('of a person as they were it becomes their document', async () => {
  const person = await sendsWhole('stays@loving.example')
  await twelveMinutesLater()
  expect(await became(person)).toEqual([{ state: 'stored', refusal: null, documents: 1 }])
})

test.each([
  ['is disabled', 'disabled', 'UPDATE account SET disabled_at = now() WHERE id = $1'],
  ['has become a reader', 'reader', `UPDATE account SET role = 'reader' WHERE id = $1`],
])('V8.3.2 of who %s meanwhile it becomes nothing', async (_what, name, change) => {
  const person = await sendsWhole(`${name}@loving.example`)
  await portal.pool.query(change, [person.accountId])
  await twelveMinutesLater()
  expect(await became(person)).toEqual(UNFINISHED)
})

test('V8.3.2 of who is of another county by then it is refused, in the words of an upload', async () => {
  const { CountyID: winkler } = await portal.addCounty('Winkler')
  const person = await sendsWhole('moved@loving.example')
  await portal.pool.query('INSERT INTO membership (account_id, county_id) VALUES ($1, $2)', [
    person.accountId,
    winkler,
  ])
  await portal.pool.query('UPDATE account SET county_id = $2 WHERE id = $1', [person.accountId, winkler])
  await portal.pool.query('DELETE FROM membership WHERE account_id = $1 AND county_id = $2', [
    person.accountId,
    loving,
  ])
  await twelveMinutesLater()
  expect(await became(person)).toMatchObject([
    { state: 'refused', refusal: { code: 'upload.county_not_yours' }, documents: 0 },
  ])
})
