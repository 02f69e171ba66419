import { describe, expect, test } from 'vitest'
import { typeInto } from './save/conflict.ts'
import { countingDraft, draftOf, type EditRecord } from './edit-record.ts'
import {
  afterConflict,
  afterFailure,
  afterSave,
  afterUnlink,
  isUnsaved,
  openSession,
  pendingOf,
  withLinkDraft,
  withNothingSent,
} from './edit-session.ts'
import { SAMPLE_AGENT, SAMPLE_OWNER, SAMPLE_RECORD } from './sample-record.ts'
import type { SaveOutcome } from './save/save-document.ts'

const MEANWHILE = 'Someone else changed this file.'
const assigned = { ...SAMPLE_OWNER, address: [] }

function recordOf(description: string, { statusId = 1, etag = '"1"' } = {}): EditRecord {
  return {
    ...SAMPLE_RECORD,
    metadata: { ...SAMPLE_RECORD.metadata, StatusID: statusId },
    descriptionTypes: { ...SAMPLE_RECORD.descriptionTypes, description },
    etag,
  }
}

function outcomeOf(record: EditRecord, others: Partial<SaveOutcome> = {}): SaveOutcome {
  return { record, saved: [], notSaved: [], linked: { owner: [], agent: [] }, failure: null, ...others }
}

function openWith(description: string) {
  const session = openSession(recordOf('First text'))
  return { ...session, ...typeInto(session, { description }), isSaving: true }
}

/** With a pending owner and a pending agent. */
function openLinking() {
  const withOwner = withLinkDraft(openSession(SAMPLE_RECORD), 'owner', (linkDraft) => ({
    ...linkDraft,
    pending: [SAMPLE_OWNER],
  }))
  return withLinkDraft(withOwner, 'agent', (linkDraft) => ({ ...linkDraft, pending: [SAMPLE_AGENT] }))
}

describe('the open edit dialog', () => {
  test('is unsaved once something differs, apart from white space', () => {
    expect(isUnsaved(openSession(recordOf('First text')))).toBe(false)
    expect(isUnsaved(openWith('First text '))).toBe(false)
    expect(isUnsaved(openWith('Second text'))).toBe(true)
    expect(isUnsaved(openLinking())).toBe(true)
  })

  test('has nothing unsaved after a successful save', () => {
    const saved = afterSave(openWith('Second text'), outcomeOf(recordOf('Second text', { etag: '"3"' })))
    expect(isUnsaved(saved)).toBe(false)
    expect(saved.message).toEqual({ tone: 'success', lines: ['Status updated successfully!'] })
  })

  test('shows the facts that a type restored, and keeps text typed during the save', () => {
    const rendered = { rendered: true, renderedDate: '2025-04-15', extended: true }
    const saved = afterSave(openWith('Typed on'), outcomeOf({ ...recordOf('Second text'), rendered }))
    expect(saved.draft).toMatchObject({ rendered: '2025-04-15', extended: true, description: 'Typed on' })
    expect(saved.clashes).toEqual({})
  })

  test('keeps the text and the pending status after a save that stopped half-way', () => {
    const failed = afterFailure(
      openWith('Second text'),
      outcomeOf(recordOf('Second text', { etag: '"2"' }), {
        saved: ['description'],
        notSaved: ['status'],
        failure: new Error(),
      }),
      'Failed to save status',
    )
    expect(failed.draft.description).toBe('Second text')
    expect(isUnsaved(failed)).toBe(true)
    expect(failed.message?.lines).toEqual(['Failed to save status', 'Saved: description. Not saved: status.'])
  })

  test('sends no rendered information for other documents than renditions', () => {
    const ticked = { ...draftOf(SAMPLE_RECORD), rendered: '2026-04-15', extended: true }
    expect(countingDraft(ticked, SAMPLE_RECORD, 10)).toBe(ticked)
    expect(countingDraft(ticked, SAMPLE_RECORD, null)).toEqual(draftOf(SAMPLE_RECORD))
  })
})

describe('pending links', () => {
  test('are gone once they are saved, and the message counts them', () => {
    const session = openLinking()
    const saved = afterSave(session, outcomeOf(SAMPLE_RECORD, { linked: pendingOf(session) }))
    expect(pendingOf(saved)).toEqual({ owner: [], agent: [] })
    expect(saved.message?.lines).toEqual([
      'Successfully linked 1 owner(s) and 1 agent(s) and updated status!',
    ])
  })

  test('that an earlier try has linked are not sent again, but counted by the successful one', () => {
    const session = openLinking()
    const linked = { owner: [], agent: pendingOf(session).agent }
    const failed = afterFailure(
      session,
      outcomeOf(SAMPLE_RECORD, { saved: ['agents'], notSaved: ['owners', 'status'], linked, failure: 1 }),
      'Failed to save status',
    )
    expect(pendingOf(failed)).toEqual({ owner: [SAMPLE_OWNER], agent: [] })
    const saved = afterSave(failed, outcomeOf(SAMPLE_RECORD, { linked: pendingOf(failed) }))
    expect(saved.message?.lines).toEqual([
      'Successfully linked 1 owner(s) and 1 agent(s) and updated status!',
    ])
  })

  test('stay if another link is removed', () => {
    const session = openLinking()
    const left = afterUnlink(session, 'owner', { list: [], etag: '"2"' })
    expect([left.record.etag, pendingOf(left)]).toEqual(['"2"', pendingOf(session)])
  })
})

/** After a save that the server refused because of another person's save. */
const failed = (session: ReturnType<typeof openSession>) =>
  afterFailure(session, outcomeOf(recordOf('First text'), { failure: new Error() }), MEANWHILE)

test('owners that wait for an unread status are reported, not ignored', () => {
  const { aside } = withNothingSent(openLinking()).message ?? {}
  expect(aside).toEqual(['Nothing has changed since the last save.'])
  const record = { ...SAMPLE_RECORD, unread: ['status' as const] }
  const waiting = withNothingSent({ ...openLinking(), record }).message
  expect(waiting?.aside?.join(' ')).toContain('the owners, which are saved with it, still wait.')
})

describe('another person’s change', () => {
  test('is shown next to the own text, with the other updates', () => {
    const theirs = recordOf('Their text', { statusId: 2, etag: '"9"' })
    const conflict = afterConflict(failed(openWith('My text')), theirs)
    expect(conflict.record.etag).toBe('"9"')
    expect(conflict.draft).toEqual({ ...draftOf(theirs), description: 'My text' })
    expect(conflict.clashes.description).toEqual({ mine: 'My text', theirs: 'Their text', choice: null })
    expect(conflict.message?.lines).toEqual([MEANWHILE, 'Updated to the other person’s change: Status.'])
  })

  test('of links is shown and reported, and pending links stay', () => {
    const links = { ...SAMPLE_RECORD.links, owner: { list: [assigned], failure: null } }
    const theirs = { ...SAMPLE_RECORD, links, etag: '"2"' }
    const conflict = afterConflict(failed(openLinking()), theirs)
    expect(conflict.record.links.owner.list).toEqual([assigned])
    expect(pendingOf(conflict).agent).toEqual([SAMPLE_AGENT])
    expect(conflict.message?.lines).toEqual([MEANWHILE, 'Updated to the other person’s change: Owner.'])
    const unlinked = afterConflict(failed(openSession(theirs)), theirs)
    expect(unlinked.message?.lines).toEqual([MEANWHILE, 'Updated to the other person’s change: Owner.'])
  })

  test('to a part that can no longer be read keeps the typed text and the record that it builds on', () => {
    const session = openWith('My text')
    const half = { ...recordOf('', { statusId: 2, etag: '"9"' }), unread: ['descriptiontypes' as const] }
    expect(afterConflict(session, half)).toBe(session)
  })

  test('is not assumed for a part that can be read again', () => {
    const unread = openSession({ ...recordOf(''), unread: ['descriptiontypes'] })
    const message = { tone: 'error' as const, lines: [MEANWHILE] }
    const read = afterConflict({ ...unread, message }, recordOf('First text'))
    expect(read.draft.description).toBe('First text')
    expect(read.message?.lines).toEqual([MEANWHILE])
  })

  test('is distinguished from a save whose response was lost: the same text is no conflict', () => {
    const retried = afterConflict(failed(openWith('My text')), recordOf('My text', { etag: '"2"' }))
    expect(retried.clashes).toEqual({})
    expect(isUnsaved(retried)).toBe(true)
  })
})
