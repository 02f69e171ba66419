import { CHANGED_MEANWHILE, IN_THE_BIN } from '@portal/contract/files/document-errors.ts'
import { NO_RENDITION } from '@portal/contract/edit/edit-rendered.ts'
import { patchStatus } from '@portal/contract/edit/edit.ts'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { CallError } from '../../../lib/call.ts'
import { failedBy } from '../../../lib/failure-text.ts'
import { isUndecided } from './conflict.ts'
import { editCalls, readLatest } from '../edit.queries.ts'
import { draftOf, type Draft } from '../edit-record.ts'
import {
  afterConflict,
  afterFailure,
  afterSave,
  pendingOf,
  savedTextOf,
  withLinkDraft,
  withIncompleteLinks,
  withNothingSent,
  type EditSession,
} from '../edit-session.ts'
import { CHOOSE_FIRST, draftProblem, renderedProblem } from '../edit-texts.ts'
import { halfProblem, readyToSave, type LinkDraft } from '../links/link-draft.ts'
import { LINK_KINDS, type LinkKind } from '../../../lib/parties.ts'
import { saveDocument, type SaveOutcome } from './save-document.ts'
import { SaveGuard } from './save-guard.ts'
import { planSave } from './save-plan.ts'

/** The controls that a save may focus because they need attention. */
export type FocusTarget = 'choice' | FieldWithProblem | LinkKind | `${LinkKind} party`

/** The controls that may block a draft, in the order of the page. */
const FIELDS_WITH_PROBLEMS = ['rendered', 'description'] as const
type FieldWithProblem = (typeof FIELDS_WITH_PROBLEMS)[number]

/** The result of a press on Save: `stopped` if something needs attention, `ignored` if the guard blocked it. */
export type SaveResult =
  | { readonly kind: 'saved'; readonly text: string }
  | { readonly kind: 'unchanged'; readonly wasSavedBefore: boolean }
  | { readonly kind: 'stopped' | 'ignored' }

/** Errors of a save that mean that someone else changed the document in the meantime. */
const STALE = [CHANGED_MEANWHILE, IN_THE_BIN, NO_RENDITION]

const STOPPED: SaveResult = { kind: 'stopped' }
const IGNORED: SaveResult = { kind: 'ignored' }

type Options = {
  readonly session: EditSession
  /** The draft as it will be saved. */
  readonly draft: Draft
  readonly update: (change: (session: EditSession) => EditSession) => void
  readonly onSaved: () => void
  readonly onFocusNeeded: (name: FocusTarget) => void
}

function textOf(failure: unknown): string {
  return failure instanceof CallError ? failure.message : patchStatus.fallback
}

/** The Save of the open dialog, behind its guard. */
export function useSave({ session, draft, update, onSaved, onFocusNeeded }: Options) {
  const [guard] = useState(() => new SaveGuard(() => performance.now()))
  const [wasTried, setWasTried] = useState(false)
  const { unread } = session.record
  const problems = {
    rendered: renderedProblem(draft),
    description: unread.includes('descriptiontypes') ? null : draftProblem(draft),
  }

  const settle = async (outcome: SaveOutcome, payload: unknown): Promise<SaveResult> => {
    if (outcome.failure === null) {
      guard.succeeded(payload, outcome.record.etag)
      // Rendered synchronously, so that the caller sees input typed during the save that is still unsaved.
      flushSync(() => update((before) => afterSave(before, outcome)))
      onSaved()
      return { kind: 'saved', text: savedTextOf(session, outcome) }
    }
    guard.failed()
    const isStale = failedBy(outcome.failure, ...STALE)
    const theirs = isStale ? await readLatest(outcome.record.metadata) : null
    update((before) => {
      const failed = afterFailure(before, outcome, textOf(outcome.failure))
      return theirs === null ? failed : afterConflict(failed, theirs)
    })
    if (outcome.saved.length > 0) onSaved()
    return STOPPED
  }

  const send = async (ready: EditSession): Promise<SaveResult> => {
    if (guard.isSaving) return IGNORED
    const pending = pendingOf(ready)
    const [payload, saved, { etag }] = [{ draft, pending }, draftOf(session.record), session.record]
    const plan = planSave({ saved, draft, pending, statusOwed: session.statusOwed, unread })
    if (plan === null || guard.isRepeat(payload, etag))
      return { kind: 'unchanged', wasSavedBefore: guard.hasSaved }
    if (!guard.admits(payload, etag)) return IGNORED
    guard.started()
    update((before) => ({
      ...before,
      linkDrafts: ready.linkDrafts,
      isSaving: true,
      message: null,
      notice: null,
    }))
    return settle(await saveDocument(session.record, plan, editCalls), payload)
  }

  const save = async (): Promise<SaveResult> => {
    const focusTarget = FIELDS_WITH_PROBLEMS.find((name) => problems[name] !== null)
    setWasTried(focusTarget !== undefined)
    if (focusTarget !== undefined) {
      onFocusNeeded(focusTarget)
      return STOPPED
    }
    if (isUndecided(session.clashes)) {
      update((before) => ({ ...before, message: { tone: 'error', lines: [CHOOSE_FIRST] } }))
      onFocusNeeded('choice')
      return STOPPED
    }
    const ready = LINK_KINDS.reduce(withWholePairs, session)
    const result = await send(ready)
    // The reason for the stop is the only message, and has the focus.
    if (result.kind === 'ignored' || result.kind === 'stopped') return result
    const first = LINK_KINDS.find((kind) => halfProblem(ready.linkDrafts[kind], kind) !== null)
    if (first === undefined) {
      if (result.kind === 'unchanged') update(withNothingSent)
      return result
    }
    update((before) => withIncompleteLinks(before, ready))
    onFocusNeeded(focusTargetOf(first, ready.linkDrafts[first]))
    return STOPPED
  }

  return { save, problems: wasTried ? problems : { rendered: null, description: null } }
}

/** A complete choice counts as added; an incomplete one stays as it is. */
function withWholePairs(session: EditSession, kind: LinkKind): EditSession {
  const assigned = session.record.links[kind].list
  return withLinkDraft(session, kind, (linkDraft) => readyToSave(linkDraft, { kind, assigned }))
}

/** The control of the missing half. */
function focusTargetOf(kind: LinkKind, { chosen }: LinkDraft): FocusTarget {
  return chosen === null ? `${kind} party` : kind
}
