import { describe, expect, test } from 'vitest'
import type { Draft, Part } from '../edit-record.ts'
import { planSave, type PendingLinks } from './save-plan.ts'

const saved: Draft = {
  statusId: 1,
  typeId: 10,
  rendered: null,
  extended: false,
  description: 'Rendition of the plant',
}
const NONE: PendingLinks = { owner: [], agent: [] }
const link = { party: { number: 100, name: 'Mesa', note: '' }, relation: { ID: 1, Name: 'Owner' } }

function plan(
  change: Partial<Draft>,
  { statusOwed = false, pending = NONE, before = saved, unread = [] as Part[] } = {},
) {
  return planSave({ saved: before, draft: { ...before, ...change }, pending, statusOwed, unread })
}

describe('the parts that a save sends', () => {
  test('R5.11 without a change, nothing is sent', () => {
    expect(plan({})).toBeNull()
    expect(plan({ description: ' Rendition of the plant\n' })).toBeNull()
  })

  test('R5.58 an unread status is not sent, nor the owners, which are sent with it', () => {
    const unread: Part[] = ['status']
    const pending = { owner: [link], agent: [link] }
    expect(plan({ description: 'New text' }, { unread, pending })).toEqual({
      descriptionTypes: { description: 'New text' },
      statusId: null,
      pending: { owner: [], agent: [link] },
    })
    expect(plan({}, { unread, pending: { owner: [link], agent: [] } })).toBeNull()
  })

  test('a new status is sent alone', () => {
    expect(plan({ statusId: 3 })).toEqual({ statusId: 3, pending: NONE })
  })

  test('a new description is sent trimmed and without the type, then the status', () => {
    expect(plan({ description: ' New text ' })).toEqual({
      descriptionTypes: { description: 'New text' },
      statusId: 1,
      pending: NONE,
    })
  })

  test('a new type is sent without the description', () => {
    expect(plan({ typeId: 11 })?.descriptionTypes).toEqual({ attachmentTypeId: 11 })
  })

  test('only changed parts of the rendered information are sent, and no missing day', () => {
    const before = { ...saved, rendered: '2026-04-15' }
    expect(plan({ rendered: '2026-04-15' })?.rendered).toEqual({ rendered: true, renderedDate: '2026-04-15' })
    expect(plan({ rendered: '2026-05-15' }, { before })?.rendered).toEqual({ renderedDate: '2026-05-15' })
    expect(plan({ rendered: null }, { before })?.rendered).toEqual({ rendered: false, renderedDate: null })
    expect(plan({ extended: true }, { before })?.rendered).toEqual({ extended: true })
    expect(plan({ statusId: 2 }, { before })?.rendered).toBeUndefined()
  })

  test('pending links are a change', () => {
    const pending = { owner: [link], agent: [] }
    expect(plan({}, { pending })).toEqual({ statusId: 1, pending })
  })

  test('a pending status of an earlier save is sent, even if nothing differs anymore', () => {
    expect(plan({}, { statusOwed: true })).toEqual({ statusId: 1, pending: NONE })
  })
})
