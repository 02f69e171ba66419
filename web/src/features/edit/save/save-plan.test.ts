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

describe('what a save sends', () => {
  test('R5.11 nothing changed, nothing is sent', () => {
    expect(plan({})).toBeNull()
    expect(plan({ description: ' Rendition of the plant\n' })).toBeNull()
  })

  test('R5.58 a status that could not be read is not sent, nor the owners, who go with it', () => {
    const unread: Part[] = ['status']
    const pending = { owner: [link], agent: [link] }
    expect(plan({ description: 'New text' }, { unread, pending })).toEqual({
      descriptionTypes: { description: 'New text' },
      statusId: null,
      pending: { owner: [], agent: [link] },
    })
    expect(plan({}, { unread, pending: { owner: [link], agent: [] } })).toBeNull()
  })

  test('a new status goes alone', () => {
    expect(plan({ statusId: 3 })).toEqual({ statusId: 3, pending: NONE })
  })

  test('a new description goes trimmed and without the type, then the status', () => {
    expect(plan({ description: ' New text ' })).toEqual({
      descriptionTypes: { description: 'New text' },
      statusId: 1,
      pending: NONE,
    })
  })

  test('a new type goes without the description', () => {
    expect(plan({ typeId: 11 })?.descriptionTypes).toEqual({ attachmentTypeId: 11 })
  })

  test('of the rendered information only what changed goes, and no day where there is none', () => {
    const before = { ...saved, rendered: '2026-04-15' }
    expect(plan({ rendered: '2026-04-15' })?.rendered).toEqual({ rendered: true, renderedDate: '2026-04-15' })
    expect(plan({ rendered: '2026-05-15' }, { before })?.rendered).toEqual({ renderedDate: '2026-05-15' })
    expect(plan({ rendered: null }, { before })?.rendered).toEqual({ rendered: false, renderedDate: null })
    expect(plan({ extended: true }, { before })?.rendered).toEqual({ extended: true })
    expect(plan({ statusId: 2 }, { before })?.rendered).toBeUndefined()
  })

  test('links that wait are a change', () => {
    const pending = { owner: [link], agent: [] }
    expect(plan({}, { pending })).toEqual({ statusId: 1, pending })
  })

  test('a status that an earlier save still owes is sent, though nothing differs any more', () => {
    expect(plan({}, { statusOwed: true })).toEqual({ statusId: 1, pending: NONE })
  })
})
