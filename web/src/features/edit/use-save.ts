import { patchStatus } from '@portal/contract/edit.ts'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { CallError } from '../../lib/call.ts'
import { isUndecided } from './conflict.ts'
import { editCalls, readAgain } from './edit.queries.ts'
import { draftOf, type Draft } from './edit-record.ts'
import {
  afterConflict,
  afterFailure,
  afterSave,
  pendingOf,
  savedTextOf,
  withDesk,
  withHalfChoices,
  withNothingSent,
  type EditSession,
} from './edit-session.ts'
import { CHOOSE_FIRST, draftProblem, renderedProblem } from './edit-texts.ts'
import { halfProblem, readyToSave, type LinkDesk } from './link-desk.ts'
import { LINK_KINDS, type LinkKind } from './links.ts'
import { saveDocument, type SaveOutcome } from './save-document.ts'
import { SaveGuard } from './save-guard.ts'
import { planSave } from './save-plan.ts'

/** The names of the controls that a save may put the focus on, because they need the user's hand. */
export type FieldToFix = 'choice' | Problematic | LinkKind | `${LinkKind} party`

/** The controls that a draft may be refused for, in the order of the page. */
const PROBLEMATIC = ['rendered', 'description'] as const
type Problematic = (typeof PROBLEMATIC)[number]

/** How a press of Save ended: `stopped` where something needs the user's hand, `ignored` by the guard. */
export type SaveResult =
  | { readonly kind: 'saved'; readonly text: string }
  | { readonly kind: 'unchanged'; readonly wasSavedBefore: boolean }
  | { readonly kind: 'stopped' | 'ignored' }

const STOPPED: SaveResult = { kind: 'stopped' }
const IGNORED: SaveResult = { kind: 'ignored' }

type Screen = {
  readonly session: EditSession
  /** What counts of what is typed. */
  readonly draft: Draft
  readonly update: (change: (session: EditSession) => EditSession) => void
  readonly onSaved: () => void
  readonly onFieldToFix: (name: FieldToFix) => void
}

function isConflict(failure: unknown): boolean {
  return failure instanceof CallError && failure.status === 409
}

function textOf(failure: unknown): string {
  return failure instanceof CallError ? failure.message : patchStatus.fallback
}

/** The Save of the open dialog, behind its guard. */
export function useSave({ session, draft, update, onSaved, onFieldToFix }: Screen) {
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
      // Whoever waits for the save sees at once what is unsaved still, because it was typed meanwhile.
      flushSync(() => update((before) => afterSave(before, outcome)))
      onSaved()
      return { kind: 'saved', text: savedTextOf(session, outcome) }
    }
    guard.failed()
    const theirs = isConflict(outcome.failure) ? await readAgain(outcome.record.metadata) : null
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
    update((before) => ({ ...before, desks: ready.desks, isSaving: true, message: null, notice: null }))
    return settle(await saveDocument(session.record, plan, editCalls), payload)
  }

  const save = async (): Promise<SaveResult> => {
    const fieldToFix = PROBLEMATIC.find((name) => problems[name] !== null)
    setWasTried(fieldToFix !== undefined)
    if (fieldToFix !== undefined) {
      onFieldToFix(fieldToFix)
      return STOPPED
    }
    if (isUndecided(session.clashes)) {
      update((before) => ({ ...before, message: { tone: 'error', lines: [CHOOSE_FIRST] } }))
      onFieldToFix('choice')
      return STOPPED
    }
    const ready = LINK_KINDS.reduce(withWholePairs, session)
    const result = await send(ready)
    // What has stopped a save is told alone, and has the focus.
    if (result.kind === 'ignored' || result.kind === 'stopped') return result
    const first = LINK_KINDS.find((kind) => halfProblem(ready.desks[kind], kind) !== null)
    if (first === undefined) {
      if (result.kind === 'unchanged') update(withNothingSent)
      return result
    }
    update((before) => withHalfChoices(before, ready))
    onFieldToFix(fieldToFixOf(first, ready.desks[first]))
    return STOPPED
  }

  return { save, problems: wasTried ? problems : { rendered: null, description: null } }
}

/** What is chosen in full counts as added; half a choice stays as it is. */
function withWholePairs(session: EditSession, kind: LinkKind): EditSession {
  const assigned = session.record.links[kind].list
  return withDesk(session, kind, (desk) => readyToSave(desk, { kind, assigned }))
}

/** The half that is missing. */
function fieldToFixOf(kind: LinkKind, { chosen }: LinkDesk): FieldToFix {
  return chosen === null ? `${kind} party` : kind
}
