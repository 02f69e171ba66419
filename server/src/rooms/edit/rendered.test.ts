import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { editCalls, REEVES, type EditCalls } from '../../testing/edit-calls.ts'
import { failureWith } from '../../testing/failure-with.ts'
import { testPortal, type TestPortal } from '../../testing/test-portal.ts'

let portal: TestPortal<typeof REEVES>
let desk: EditCalls

beforeAll(async () => {
  portal = await testPortal(REEVES)
  desk = editCalls(portal)
})
afterAll(() => portal.close())

const NEEDS_A_DATE = 'Please select a rendered date before saving.'
const NO_SUCH_DAY = 'The rendered date must be a day of the calendar, YYYY-MM-DD.'
const NO_RENDITION = 'Only an Industrial rendition has rendered information.'

const save = (id: number, facts: object, ifMatch?: string) => desk.patch(id, 'rendered', facts, ifMatch)
const facts = async (id: number) => (await desk.read(id, 'rendered')).json<unknown>()
const both = (rendered: boolean, renderedDate: string | null, extended = false) => ({
  rendered,
  renderedDate,
  extended,
  Rendered: rendered,
  RenderedDate: renderedDate,
  Extended: extended,
})

describe('rendered information', () => {
  it('S3.13 S7.33 R4.1 is read in both spellings, with the version as ETag', async () => {
    const answer = await desk.read(await desk.upload(), 'rendered')
    expect([answer.headers.etag, answer.json()]).toEqual(['"1"', both(false, null)])
  })

  it('S7.34 R5.45 is saved with the given day and one audit record', async () => {
    const id = await desk.upload()
    const answer = await save(id, { rendered: true, renderedDate: '2026-04-15' })
    expect(answer.json()).toEqual({
      success: true,
      data: { rendered: true, renderedDate: '2026-04-15', extended: false },
    })
    expect(answer.headers.etag).toBe('"2"')
    expect(await facts(id)).toEqual(both(true, '2026-04-15'))
    expect(await desk.lastChangeOf(id)).toEqual({
      what: 'rendered info changed',
      before: { rendered: false, renderedDate: null, extended: false },
      after: { rendered: true, renderedDate: '2026-04-15', extended: false },
    })
  })

  it('S3.14 accepts a part alone: another day, extended, or 1 and 0 for true and false', async () => {
    const id = await desk.upload()
    await save(id, { rendered: 1, renderedDate: '2024-02-29' })
    expect((await save(id, { renderedDate: '2026-05-15' })).json()).toMatchObject({
      data: { rendered: true, renderedDate: '2026-05-15', extended: false },
    })
    expect((await save(id, { extended: true })).json()).toMatchObject({
      data: { rendered: true, renderedDate: '2026-05-15', extended: true },
    })
    expect((await save(id, { rendered: 0 })).json()).toMatchObject({
      data: { rendered: false, renderedDate: null, extended: true },
    })
  })

  it('S2.63 R4.20 loses its date when it is no longer rendered, with or without a date in the body', async () => {
    for (const unrendered of [{ rendered: false }, { rendered: false, renderedDate: null }]) {
      const id = await desk.upload()
      await save(id, { rendered: true, renderedDate: '2026-04-15' })
      expect((await save(id, unrendered)).statusCode).toBe(200)
      expect(await facts(id)).toEqual(both(false, null))
    }
  })

  it('stays the same after a save without changes', async () => {
    const id = await desk.upload()
    for (const nothing of [{}, { rendered: false }, { extended: false, renderedDate: null }]) {
      expect((await save(id, nothing)).headers.etag).toBe('"1"')
    }
    expect(await desk.auditActionsOf(id)).toEqual(['uploaded'])
  })

  it.each([
    [{ rendered: true }, NEEDS_A_DATE],
    [{ rendered: true, renderedDate: null }, NEEDS_A_DATE],
    [{ rendered: true, renderedDate: '' }, NEEDS_A_DATE],
    [{ renderedDate: '2026-04-15' }, 'A rendered date needs a file that is rendered.'],
    [{ rendered: false, renderedDate: '2026-04-15' }, 'A rendered date needs a file that is rendered.'],
    [{ rendered: true, renderedDate: '2026-02-30' }, NO_SUCH_DAY],
    [{ rendered: true, renderedDate: '2025-02-29' }, NO_SUCH_DAY],
    [{ rendered: true, renderedDate: '2026-13-01' }, NO_SUCH_DAY],
    [{ rendered: true, renderedDate: '0000-01-01' }, NO_SUCH_DAY],
    [{ rendered: true, renderedDate: '04/15/2026' }, NO_SUCH_DAY],
    [{ rendered: true, renderedDate: '2026-04-15T00:00:00Z' }, NO_SUCH_DAY],
    [{ rendered: 'yes' }, "The value of 'rendered' is not valid."],
    [{ rendered: true, renderedDate: 20260415 }, "The value of 'renderedDate' is not valid."],
  ])('R4.20 refuses %j', async (payload, error) => {
    const id = await desk.upload()
    const answer = await save(id, payload)
    expect([answer.statusCode, answer.json()]).toEqual([400, failureWith(error)])
    expect(await facts(id)).toEqual(both(false, null))
  })

  it('cannot lose its date while the file is rendered', async () => {
    const id = await desk.upload()
    await save(id, { rendered: true, renderedDate: '2026-04-15' })
    const answer = await save(id, { renderedDate: null })
    expect([answer.statusCode, answer.json()]).toEqual([400, failureWith(NEEDS_A_DATE)])
  })
})

describe('a document other than an Industrial rendition', () => {
  it.each([
    ['another type of the category', { typeId: 2 }],
    ['a rendition of another category', { categoryId: 2, typeId: 13 }],
  ])('R4.19 has no rendered information, and accepts none: %s', async (_what, document) => {
    const id = await desk.upload(document)
    expect(await facts(id)).toEqual(both(false, null))
    const answer = await save(id, { rendered: true, renderedDate: '2026-04-15' })
    expect([answer.statusCode, answer.json()]).toEqual([409, failureWith(NO_RENDITION)])
  })

  it('R4.19 keeps the facts hidden until it is a rendition again', async () => {
    const id = await desk.upload()
    await save(id, { rendered: true, renderedDate: '2026-04-15', extended: true })
    await desk.patch(id, 'descriptiontypes', { attachmentTypeId: 2 })
    expect(await facts(id)).toEqual(both(false, null))
    await desk.patch(id, 'descriptiontypes', { attachmentTypeId: 1 })
    expect(await facts(id)).toEqual(both(true, '2026-04-15', true))
  })
})

it('has rendered information if its type is marked for it, whatever the names of types and categories', async () => {
  await portal.pool.query(`UPDATE document_type SET name = name || ' (renamed)' WHERE name = 'Rendition'`)
  await portal.pool.query(`UPDATE document_type SET name = 'Rendition' WHERE id = 2`)
  try {
    // The names are read again for an unknown county.
    const { CountyID: countyId } = await portal.addCounty('Loving')
    const marked = await desk.upload({ countyId })
    expect((await save(marked, { rendered: true, renderedDate: '2026-04-15' })).statusCode).toBe(200)
    expect(await facts(marked)).toEqual(both(true, '2026-04-15'))
    const namedAlike = await desk.upload({ countyId, typeId: 2 })
    expect((await save(namedAlike, { rendered: true, renderedDate: '2026-04-15' })).statusCode).toBe(409)
  } finally {
    await portal.pool.query(`UPDATE document_type SET name = 'Extension Request' WHERE id = 2`)
    await portal.pool.query(`UPDATE document_type SET name = 'Rendition' WHERE name LIKE '%(renamed)'`)
  }
})

it('marks the one type of a fresh portal', async () => {
  const { rows } = await portal.pool.query(
    `SELECT category.name AS category, type.name AS type FROM document_type AS type
     JOIN category ON category.id = type.category_id WHERE type.is_industrial_rendition`,
  )
  expect(rows).toEqual([{ category: 'Industrial', type: 'Rendition' }])
})

it('refuses a save on an older version, with the current record', async () => {
  const id = await desk.upload()
  await save(id, { rendered: true, renderedDate: '2026-04-15' }, '"1"')
  const late = await save(id, { extended: true }, '"1"')
  expect([late.statusCode, late.headers.etag]).toEqual([409, '"2"'])
  expect(late.json()).toEqual({
    error: 'Someone else changed this file.',
    code: 'document.changed',
    current: both(true, '2026-04-15'),
  })
})
