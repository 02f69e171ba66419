import { uploadFile } from '@portal/contract/files/files.ts'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { reserveQuota } from '../../records/intake/upload-quota.ts'
import { finishLeftUploads } from '../../records/intake/resumable/finish-left-uploads.ts'
import { LOVING } from '../../testing/loving.ts'
import { filePart, mailOf, textPart } from '../../testing/made-mail.ts'
import { SAMPLE_FILES } from '../../testing/sample-files.ts'
import { testPortal, type TestPerson, type TestPortal } from '../../testing/test-portal.ts'
import { tusCalls } from '../../testing/tus-calls.ts'
import { uploadForm } from '../../testing/upload-form.ts'

/** Above the minimum of 4 KB, so that it counts with its own size. */
const pdf = Buffer.concat([SAMPLE_FILES.pdf, Buffer.alloc(4096, ' ')])
const MEGABYTE = 1_048_576
const LIMITED = { COUNTY_UPLOAD_MB_PER_DAY: '50' }
const DAY_MS = 86_400_000
const FULL = {
  error:
    'With this file this county would get more than it may in a day (50 MB). Smaller files may still fit. Please go on tomorrow, or ask the helpdesk.',
  code: 'upload.county_day_is_full',
}

let portal: TestPortal
afterEach(() => portal.close())

async function warnings(): Promise<string[]> {
  // After this time the report is repeated.
  portal.clock.advance(6000)
  const answer = await portal.app.inject('/readyz')
  return answer.json<{ warnings: string[] }>().warnings.filter((each) => each.includes('daily upload limit'))
}

const WAITS = ['Loving has reached its daily upload limit. New files will be processed tomorrow.']

/** A portal with a county, and one of its clerks. */
async function limitedPortal() {
  const made = await testPortal({ environment: LIMITED, now: '2026-03-11T04:00:00Z' })
  portal = made
  const { CountyID: countyId } = await made.addCounty('Loving')
  const clerk = await made.addPerson({ email: 'clerk@loving.example', countyId })
  return { made, countyId, clerk }
}

async function fill(countyId: number, room = 0): Promise<void> {
  await portal.pool.query(
    `INSERT INTO county_uploaded_bytes (county_id, day, bytes) VALUES ($1, ($2::timestamptz AT TIME ZONE 'America/Chicago')::date, $3)
     ON CONFLICT (county_id) DO UPDATE SET day = excluded.day, bytes = excluded.bytes`,
    [countyId, portal.clock.now(), 50 * MEGABYTE - room],
  )
}

async function used(): Promise<number[]> {
  const { rows } = await portal.pool.query<{ bytes: number }>(
    'SELECT bytes::integer FROM county_uploaded_bytes ORDER BY county_id',
  )
  return rows.map(({ bytes }) => bytes)
}

function upload(by: TestPerson, { bytes = pdf, countyId }: { bytes?: Buffer; countyId?: number } = {}) {
  const facts = { fileName: 'r.pdf', bytes, categoryId: 1, typeId: 1 }
  return portal.call(by, uploadFile, uploadForm(countyId === undefined ? facts : { ...facts, countyId }))
}

describe('the limited bytes of a county in a day', () => {
  test('R5.84 are those of all its people together: further uploads are 429 until the end of the day in the firm’s zone', async () => {
    const { made, countyId, clerk } = await limitedPortal()
    const administrator = await made.addPerson({ email: 'admin@staff.example', isAdmin: true })
    const { CountyID: other } = await made.addCounty('Winkler')
    expect((await upload(clerk)).statusCode).toBe(200)
    expect((await upload(administrator, { countyId })).statusCode).toBe(200)
    expect(await used()).toEqual([2 * pdf.length])
    await fill(countyId, pdf.length - 1)
    for (const refused of [await upload(clerk), await upload(administrator, { countyId })]) {
      // An hour before the end of the day in Texas.
      expect([refused.statusCode, refused.headers['retry-after'], refused.json()]).toEqual([
        429,
        '3600',
        FULL,
      ])
    }
    expect((await upload(administrator, { countyId: other })).statusCode).toBe(200)
    expect((await upload(administrator)).statusCode).toBe(200)
    made.clock.advance(3_600_000)
    expect((await upload(clerk)).statusCode).toBe(200)
  })

  test('R5.84 are the stored ones: a refused or failed upload does not count, and leaves nothing', async () => {
    const { made, clerk } = await limitedPortal()
    expect((await upload(clerk, { bytes: Buffer.from('no document') })).statusCode).toBe(415)
    vi.spyOn(made.world.storage, 'keep').mockRejectedValueOnce(new Error('The disk is broken.'))
    expect((await upload(clerk)).statusCode).toBe(500)
    expect(await used()).toEqual([0])
  })

  test('R5.84 of simultaneous uploads count together, over any number of database connections', async () => {
    const { made, countyId } = await limitedPortal()
    const outcomes = await Promise.allSettled(
      Array.from({ length: 12 }, () => reserveQuota(made.world, { countyId }, 15 * MEGABYTE)),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    expect(await used()).toEqual([45 * MEGABYTE])
  })

  test('R5.84 are checked before a resumable upload begins; a complete one waits instead of being refused', async () => {
    const { made, countyId, clerk } = await limitedPortal()
    const calls = tusCalls(made, clerk)
    const id = await calls.begun({ size: pdf.length, values: { senderKey: 'waits' } })
    await fill(countyId)
    const begun = await calls.begin({ size: 10 })
    expect([begun.statusCode, begun.headers['retry-after'], begun.json()]).toEqual([429, '3600', FULL])
    const last = await calls.append(id, 0, pdf)
    expect([last.statusCode, last.json()]).toEqual([429, FULL])
    expect((await calls.list(['waits']))[0]).toMatchObject({ state: 'unfinished', received: pdf.length })
    made.clock.advance(720_000)
    await finishLeftUploads(made.world)
    expect((await calls.list(['waits']))[0]?.state).toBe('unfinished')
    expect(await warnings()).toEqual(WAITS)
    made.clock.advance(DAY_MS)
    clerk.cookie = await made.signIn(clerk.email, clerk.password)
    await finishLeftUploads(made.world)
    // It has the arrival time of its last byte.
    expect((await calls.list(['waits']))[0]).toMatchObject({
      state: 'stored',
      file: { UploadDate: '2026-03-11T04:00:00.000Z' },
    })
    expect(await used()).toEqual([pdf.length])
  })

  test('R5.84 defer a file of the drop folder to the next day', async () => {
    const made = await testPortal({ cast: LOVING, dropFolder: true, environment: LIMITED })
    portal = made
    await fill(made.counties.loving)
    await made.dropFolder.drop('Rendition.pdf', pdf)
    const stage = vi.spyOn(made.world.storage, 'stage')
    await made.dropFolder.look()
    await made.dropFolder.look()
    // It is not read again while there is no room for it.
    expect(stage).not.toHaveBeenCalled()
    expect(await made.documents()).toEqual([])
    expect((await made.dropFolder.listed()).some((path) => path.startsWith('refused/'))).toBe(false)
    expect(await warnings()).toEqual(WAITS)
    made.clock.advance(DAY_MS)
    expect(await warnings()).toEqual([])
    // It is checked again after a quarter of an hour, by the database's clock.
    await made.pool.query('UPDATE drop_file SET leased_until = now() WHERE put_away_at IS NULL')
    await made.dropFolder.look()
    expect(await made.documents()).toMatchObject([{ file_name: 'Rendition.pdf' }])
    expect(await used()).toEqual([pdf.length])
  })

  test('R5.84 defer a message to the next day', async () => {
    const made = await testPortal({ cast: LOVING, mailbox: true, environment: LIMITED })
    portal = made
    await fill(made.counties.loving)
    await made.mailbox.deliver(mailOf({ parts: [textPart('Hello'), filePart('Rendition.pdf', pdf)] }))
    const stage = vi.spyOn(made.world.storage, 'stage')
    await made.mailbox.look()
    // The message itself, and none of its files.
    expect(stage).toHaveBeenCalledTimes(1)
    for (let hour = 0; hour < 3; hour++) {
      made.clock.advance(3_600_000)
      await made.mailbox.look()
    }
    // It is not read again before the day ends.
    expect(stage).toHaveBeenCalledTimes(1)
    expect(await made.documents()).toEqual([])
    expect(await made.mailbox.lying()).toMatchObject({ accepted: 0, refused: 0 })
    expect(await warnings()).toEqual(WAITS)
    made.clock.advance(DAY_MS)
    expect(await warnings()).toEqual([])
    await made.mailbox.look()
    expect(await made.documents()).toMatchObject([{ file_name: 'Rendition.pdf' }])
    expect(await made.mailbox.lying()).toMatchObject({ arrived: 0, accepted: 1, refused: 0, waiting: 0 })
    expect(await used()).toEqual([pdf.length])
  })
})
