import { describe, expect, test } from 'vitest'
import { typeInto } from './save/conflict.ts'
import type { EditRecord } from './edit-record.ts'
import { isUnsaved, openSession, pendingOf, withLinkDraft } from './edit-session.ts'
import { isUnsavedEdit, unsavedOf, unsavedParts, withUnsaved } from './unsaved-edit.ts'
import { SAMPLE_AGENT, SAMPLE_OWNER, SAMPLE_RECORD } from './sample-record.ts'

/** A typed description and two chosen links, all unsaved, as a tab restores them. */
function keep() {
  const open = openSession(SAMPLE_RECORD)
  const typed = { ...open, ...typeInto(open, { description: 'Typed' }) }
  const withOwner = withLinkDraft(typed, 'owner', (linkDraft) => ({ ...linkDraft, pending: [SAMPLE_OWNER] }))
  const session = withLinkDraft(withOwner, 'agent', (linkDraft) => ({
    ...linkDraft,
    pending: [SAMPLE_AGENT],
  }))
  return JSON.parse(JSON.stringify(unsavedOf(session))) as ReturnType<typeof unsavedOf>
}

const assigned = (link: typeof SAMPLE_OWNER) => ({ list: [{ ...link, address: [] }], failure: null })

function savedAs(description: string, statusId = 1): EditRecord {
  return {
    ...SAMPLE_RECORD,
    metadata: { ...SAMPLE_RECORD.metadata, StatusID: statusId },
    descriptionTypes: { ...SAMPLE_RECORD.descriptionTypes, description },
  }
}

describe('unsaved input', () => {
  test('is restored completely, and named', () => {
    const session = openSession(SAMPLE_RECORD)
    const brought = withUnsaved(session, keep())
    expect(brought.draft.description).toBe('Typed')
    expect(pendingOf(brought)).toEqual({ owner: [SAMPLE_OWNER], agent: [SAMPLE_AGENT] })
    expect([brought.message, isUnsaved(brought)]).toEqual([null, true])
    expect(unsavedParts(session, keep())).toEqual(['description', 'owner', 'agent'])
  })

  test('R5.52 is shown next to a later save by another person, for a choice', () => {
    const brought = withUnsaved(openSession(savedAs('Theirs', 2)), keep())
    expect(brought.clashes.description).toEqual({ mine: 'Typed', theirs: 'Theirs', choice: null })
    expect(brought.draft.statusId).toBe(2)
    expect(brought.message?.lines).toEqual([
      'Someone else changed this file after you typed.',
      'Updated to the other person’s change: Status.',
    ])
  })

  test('ends once it has been saved after all', () => {
    const links = { owner: assigned(SAMPLE_OWNER), agent: assigned(SAMPLE_AGENT) }
    expect(unsavedParts(openSession({ ...savedAs('Typed'), links }), keep())).toEqual([])
  })

  test.each([
    null,
    'x',
    {},
    { base: {}, draft: {}, linkDrafts: {} },
    { ...keep(), linkDrafts: { owner: {}, agent: {} } },
  ])('is not %j', (kept) => {
    expect(isUnsavedEdit(kept)).toBe(false)
  })

  test('is stored by the dialog', () => {
    expect(isUnsavedEdit(keep())).toBe(true)
  })
})
