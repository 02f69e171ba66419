import { patchStatus } from '@portal/contract/edit/edit.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { editCalls, REEVES, type EditCalls } from '../../testing/edit-calls.ts'
import { failureWith } from '../../testing/failure-with.ts'
import { testPortal, type TestPortal } from '../../testing/test-portal.ts'

let portal: TestPortal<typeof REEVES>
let desk: EditCalls
let countyId: number

beforeAll(async () => {
  portal = await testPortal(REEVES)
  desk = editCalls(portal)
  countyId = portal.counties.reeves
})
afterAll(() => portal.close())

const upload = () => desk.upload()
const read: EditCalls['read'] = (...call) => desk.read(...call)
const patch: EditCalls['patch'] = (...call) => desk.patch(...call)
const auditActionsOf = (id: number) => desk.auditActionsOf(id)

describe('reading', () => {
  it('S7.30 returns file, county and status with the version as ETag', async () => {
    const id = await upload()
    const answer = await read(id, 'metadata')
    expect(answer.json()).toEqual({
      FileID: id,
      FileName: 'r.pdf',
      CountyID: countyId,
      CountyName: 'Reeves',
      StatusID: 1,
      Status: 'New',
      LatestChanges: [],
    })
    expect(answer.headers.etag).toBe('"1"')
    expect((await read(id, 'descriptiontypes')).json()).toEqual({
      attachmentCategoryId: 1,
      attachmentTypeId: 1,
      description: 'First words',
    })
  })

  it('R5.56 names who saved each part last, and when', async () => {
    const id = await upload()
    const another = await portal.addPerson({ email: 'another@staff.example', isAdmin: true })
    const { clock } = portal
    /** Advances the clock, and returns the time of the next change. */
    const nextMoment = () => {
      clock.advance(1000)
      return clock.now().toISOString()
    }
    await patch(id, 'status', { statusId: 3, owners: [] })
    const atStatus = nextMoment()
    const byAnother = await portal.call(another, patchStatus, {
      params: { id },
      payload: { statusId: 2, owners: [] },
    })
    expect(byAnother.statusCode).toBe(200)
    const atRendered = nextMoment()
    await patch(id, 'rendered', { rendered: true, renderedDate: '2026-04-15' })
    const atDescription = nextMoment()
    await patch(id, 'descriptiontypes', { description: 'Second words' })
    const { LatestChanges } = (await read(id, 'metadata')).json<{ LatestChanges: unknown[] }>()
    expect(LatestChanges).toEqual([
      { Part: 'descriptiontypes', ChangedBy: 'admin@staff.example', ChangedAt: atDescription },
      { Part: 'rendered', ChangedBy: 'admin@staff.example', ChangedAt: atRendered },
      { Part: 'status', ChangedBy: 'another@staff.example', ChangedAt: atStatus },
    ])
  })

  it.each(['metadata', 'descriptiontypes', 'rendered', 'owners', 'agents'] as const)(
    '%s of a file that does not exist is 404',
    async (part) => {
      expect((await read(2_000_000_000, part)).statusCode).toBe(404)
    },
  )

  it.each(['0', '-1', '1e3', '2147483648', '99999999999999999999', '1%20or%201=1', '1%00', 'NaN'])(
    'refuses the id %s (E14)',
    async (id) => {
      const answer = await portal.as(portal.people.administrator)({
        method: 'GET',
        url: `/api/status/uploads/${id}/metadata`,
      })
      expect(answer.statusCode).toBe(400)
      expect(answer.json()).toEqual({ error: 'The file id must be a whole number.', code: 'request.invalid' })
    },
  )
})

describe('description and type', () => {
  it('S7.31 S7.32 saves both, returns the new version and leaves one audit record', async () => {
    const id = await upload()
    const answer = await patch(id, 'descriptiontypes', {
      description: '  Second words ',
      attachmentTypeId: 3,
    })
    expect(answer.json()).toEqual({
      success: true,
      data: { attachmentCategoryId: 1, attachmentTypeId: 3, description: 'Second words' },
    })
    expect(answer.headers.etag).toBe('"2"')
    expect(await auditActionsOf(id)).toEqual(['uploaded', 'description or type changed'])
  })

  it('accepts a save without changes, with no new version or record', async () => {
    const id = await upload()
    const answer = await patch(id, 'descriptiontypes', { description: 'First words', attachmentTypeId: 1 })
    expect([answer.statusCode, answer.headers.etag]).toEqual([200, '"1"'])
    expect(await auditActionsOf(id)).toEqual(['uploaded'])
  })

  it.each([
    [{ description: '   ' }, 'Description is required.'],
    [{}, 'Description is required.'],
    [{ description: 'word '.repeat(101) }, 'Description exceeds 100 word limit.'],
    [{ description: 'x'.repeat(1001) }, 'Description exceeds 1000 characters.'],
    [{ attachmentTypeId: 13 }, "This attachment type does not belong to the file's category."],
    [{ attachmentTypeId: 9999 }, "This attachment type does not belong to the file's category."],
    [{ description: 7 }, "The value of 'description' is not valid."],
  ])('S5.17 R5.17 V2.2.2 refuses %j', async (payload, error) => {
    const answer = await patch(await upload(), 'descriptiontypes', payload)
    expect([answer.statusCode, answer.json()]).toEqual([400, failureWith(error)])
  })

  it('R4.21 V2.3.2 accepts 100 words and 1000 code points, and counts letters beyond the basic plane once', async () => {
    const id = await upload()
    expect((await patch(id, 'descriptiontypes', { description: 'word '.repeat(100) })).statusCode).toBe(200)
    expect((await patch(id, 'descriptiontypes', { description: '𝔸'.repeat(1000) })).statusCode).toBe(200)
  })
})

describe('status', () => {
  it.each([
    [2, 'Completed'],
    [3, 'In Progress'],
    [4, 'Needs More Info'],
  ])('S3.24 S4.1 S8.20 S9.22 saves status %i as %s', async (statusId, text) => {
    const id = await upload()
    const answer = await patch(id, 'status', { statusId })
    expect(answer.json()).toMatchObject({
      success: true,
      message: 'Status updated successfully!',
      data: { Status: text },
    })
    expect((await read(id, 'metadata')).json()).toMatchObject({ StatusID: statusId, Status: text })
    expect(await auditActionsOf(id)).toEqual(['uploaded', 'status changed'])
  })

  it.each([0, 5, 'New', null])('refuses the status %j', async (statusId) => {
    expect((await patch(await upload(), 'status', { statusId })).statusCode).toBe(400)
  })

  it('replaces half a surrogate pair by the replacement character', async () => {
    const id = await upload()
    const answer = await patch(id, 'descriptiontypes', { description: 'cut off \ud83d' })
    expect(answer.statusCode).toBe(200)
    const { description } = (await read(id, 'descriptiontypes')).json<{ description: string }>()
    expect(description).toBe('cut off \ufffd')
  })

  it('R3.9 V8.2.3 V15.3.3 ignores all other fields of a body (F06)', async () => {
    const id = await upload()
    await patch(id, 'status', {
      statusId: 2,
      countyId: null,
      uploadedBy: 1,
      version: 99,
      deleted_at: '2020-01-01',
    })
    expect((await read(id, 'metadata')).json()).toMatchObject({ CountyID: countyId, StatusID: 2 })
  })
})

const owner = (partyNumber: number, relationTypeId = 1) => ({
  partyNumber,
  organizationName: 'made up',
  cadName: '',
  relationTypeId,
})

describe('owners linked with the status', () => {
  beforeAll(async () => {
    await portal.pool.query(
      `INSERT INTO organization VALUES (100, 'Permian Compression LLC'), (200, 'Caprock Minerals LP')`,
    )
    await portal.pool.query('INSERT INTO county_organization VALUES ($1, 100, $2)', [
      countyId,
      'PERMIAN COMPR',
    ])
  })

  it('S7.40 S8.21 R4.14 link once, however often they are sent (B10)', async () => {
    const id = await upload()
    const answers = await Promise.all(
      [1, 2, 3].map(() => patch(id, 'status', { statusId: 2, owners: [owner(100)] })),
    )
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200, 200])
    expect(answers[0]?.json()).toMatchObject({
      message: 'Successfully linked 1 owner(s) and updated status!',
    })
    expect((await auditActionsOf(id)).toSorted()).toEqual(['owner linked', 'status changed', 'uploaded'])
  })

  it.each([
    ['an unknown party', [owner(100), owner(999)], 'This organization does not exist.'],
    [
      'a party of another county',
      [owner(100), owner(200)],
      "This organization does not belong to the file's county.",
    ],
    ['an unknown relation', [owner(100, 99)], 'This relation type does not exist.'],
  ])('R4.10 R4.12 V2.2.3 V2.3.3 change nothing at all for %s (B11)', async (_what, owners, error) => {
    const id = await upload()
    const answer = await patch(id, 'status', { statusId: 2, owners })
    expect([answer.statusCode, answer.json()]).toEqual([400, failureWith(error)])
    expect((await read(id, 'metadata')).json()).toMatchObject({ StatusID: 1 })
    expect(await auditActionsOf(id)).toEqual(['uploaded'])
  })
})

describe('versions', () => {
  it('R4.16 refuse a save on an older version, and return the current record and version', async () => {
    const id = await upload()
    const seen = String((await read(id, 'metadata')).headers.etag)
    await patch(id, 'descriptiontypes', { description: 'Theirs' }, seen)
    const late = await patch(id, 'descriptiontypes', { description: 'Mine' }, `W/${seen}`)
    expect(late.statusCode).toBe(409)
    expect(late.headers.etag).toBe('"2"')
    expect(late.json()).toEqual({
      error: 'Someone else changed this file.',
      code: 'document.changed',
      current: { attachmentCategoryId: 1, attachmentTypeId: 1, description: 'Theirs' },
    })
    expect((await patch(id, 'status', { statusId: 2 }, seen)).json()).toMatchObject({
      current: { StatusID: 1 },
    })
  })

  it('R4.18 accept a chain of saves, each with the previously returned version or with any', async () => {
    const id = await upload()
    const first = await patch(
      id,
      'descriptiontypes',
      { description: 'Mine' },
      String((await read(id, 'metadata')).headers.etag),
    )
    const second = await patch(id, 'status', { statusId: 2 }, `"1", ${String(first.headers.etag)}`)
    const third = await patch(id, 'status', { statusId: 3 }, '*')
    expect([first.statusCode, second.statusCode, third.statusCode]).toEqual([200, 200, 200])
  })

  it('R4.17 let the last write win without a version, and accept one of two saves with the same version', async () => {
    const id = await upload()
    expect((await patch(id, 'descriptiontypes', { description: 'One' })).statusCode).toBe(200)
    const version = String((await patch(id, 'descriptiontypes', { description: 'Two' })).headers.etag)
    expect((await read(id, 'descriptiontypes')).json()).toMatchObject({ description: 'Two' })
    const race = await Promise.all(
      ['a', 'b', 'c', 'd'].map((description) => patch(id, 'descriptiontypes', { description }, version)),
    )
    expect(race.map((answer) => answer.statusCode).toSorted((one, other) => one - other)).toEqual([
      200, 409, 409, 409,
    ])
  })
})

describe('a file in the recycle bin (B14)', () => {
  it('R3.3 R5.39 cannot be edited', async () => {
    const id = await upload()
    await desk.moveToBin(id)
    for (const [part, payload] of [
      ['descriptiontypes', { description: 'x' }],
      ['status', { statusId: 2 }],
      ['rendered', { rendered: false }],
      ['agents', { agents: [] }],
    ] as const) {
      const answer = await patch(id, part, payload)
      expect([answer.statusCode, answer.json<{ error: string }>().error]).toEqual([
        409,
        'This file is in the recycle bin.',
      ])
    }
    for (const link of ['owners/1/1', 'agents/1/1'])
      expect((await desk.unlink(id, link)).statusCode).toBe(409)
  })
})
