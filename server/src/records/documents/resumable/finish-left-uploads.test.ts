import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { StorageAway } from '../../../engines/storage/storage.ts'
import { SAMPLE_FILES } from '../../../testing/sample-files.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../../testing/test-portal.ts'
import { tusCalls } from '../../../testing/tus-calls.ts'
import { finishLeftUploads } from './finish-left-uploads.ts'

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

test('it is left for ten minutes to whoever brought the last byte, who may still be at it', async () => {
  const person = await sendsWhole('waits@loving.example')
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
