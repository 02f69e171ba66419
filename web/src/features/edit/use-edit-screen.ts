import { patchStatus } from '@portal/contract/edit.ts'
import { useState } from 'react'
import { CallError } from '../../lib/call.ts'
import { choose, isUndecided, typeInto, type Side } from './conflict.ts'
import { editCalls, readAgain } from './edit.queries.ts'
import { countingDraft, draftOf, type Draft, type EditRecord, type Field } from './edit-record.ts'
import {
  afterConflict,
  afterFailure,
  afterSave,
  isUnsaved,
  openSession,
  pendingOf,
  withDesk,
  type EditSession,
} from './edit-session.ts'
import { CHOOSE_FIRST, draftProblem, NOTHING_TO_SAVE, renderedProblem } from './edit-texts.ts'
import { afterRest, readyToSave, type LinkDesk } from './link-desk.ts'
import { LINK_KINDS, type LinkKind } from './links.ts'
import { saveDocument, type SaveOutcome } from './save-document.ts'
import { SaveGuard } from './save-guard.ts'
import { planSave } from './save-plan.ts'
import { useUnlink } from './use-unlink.ts'

/** The names of the controls that a save may put the focus on, because they need the user's hand. */
export type Needy = 'description' | 'rendered' | LinkKind

type Screen = {
  /** The type that makes the document an Industrial rendition; null where none does. */
  readonly renditionTypeId: number | null
  readonly onSaved: () => void
  readonly onNeedy: (name: Needy) => void
}

function isConflict(failure: unknown): boolean {
  return failure instanceof CallError && failure.status === 409
}

function textOf(failure: unknown): string {
  return failure instanceof CallError ? failure.message : patchStatus.fallback
}

/** The open edit dialog of one document: what stands in its form, and its save. */
export function useEditScreen(record: EditRecord, { renditionTypeId, onSaved, onNeedy }: Screen) {
  const [session, setSession] = useState<EditSession>(() => openSession(record))
  const [guard] = useState(() => new SaveGuard(() => performance.now()))
  const [wasTried, setWasTried] = useState(false)
  const unlink = useUnlink(session, setSession)
  const draft = countingDraft(session.draft, session.record, renditionTypeId)
  const problems = { description: draftProblem(draft), rendered: renderedProblem(draft) }

  const say = (tone: 'error' | 'info', text: string) =>
    setSession((before) => ({ ...before, message: { tone, lines: [text] } }))

  const settle = async (outcome: SaveOutcome, payload: unknown) => {
    if (outcome.failure === null) {
      guard.succeeded(payload, outcome.record.etag)
      setSession((before) => afterSave(before, outcome))
      onSaved()
      return
    }
    guard.failed()
    const theirs = isConflict(outcome.failure) ? await readAgain(outcome.record.metadata) : null
    setSession((before) => {
      const failed = afterFailure(before, outcome, textOf(outcome.failure))
      return theirs === null ? failed : afterConflict(failed, theirs)
    })
    if (outcome.saved.length > 0) onSaved()
  }

  /** Sends what has changed; where that is nothing, says so, unless there is a half choice to tell of. */
  const send = async (ready: EditSession, hasHalf: boolean) => {
    const pending = pendingOf(ready)
    const payload = { draft, pending }
    if (!guard.admits(payload, session.record.etag)) return
    const saved = draftOf(session.record)
    const plan = planSave({ saved, draft, pending, statusOwed: session.statusOwed })
    if (plan === null) {
      if (!hasHalf) say('info', NOTHING_TO_SAVE)
      return
    }
    guard.started()
    setSession((before) => ({ ...before, desks: ready.desks, isSaving: true, message: null }))
    await settle(await saveDocument(session.record, plan, editCalls), payload)
  }

  const save = async () => {
    setWasTried(problems.description !== null || problems.rendered !== null)
    if (problems.description !== null) return onNeedy('description')
    if (problems.rendered !== null) return onNeedy('rendered')
    if (isUndecided(session.clashes)) return say('error', CHOOSE_FIRST)
    const ready = LINK_KINDS.reduce((before, kind) => {
      const assigned = before.record.links[kind].list
      return withDesk(before, kind, (desk) => readyToSave(desk, { kind, assigned }))
    }, session)
    const half = LINK_KINDS.flatMap((kind) => {
      const { problem } = afterRest(ready.desks[kind], kind)
      return problem === null ? [] : [{ kind, problem }]
    })
    await send(ready, half.length > 0)
    setSession((before) => half.reduce(withProblem, before))
    const [first] = half
    if (first) onNeedy(first.kind)
  }

  return {
    session,
    draft,
    /** Why the draft cannot be saved, once a save was tried. */
    problems: wasTried ? problems : { description: null, rendered: null },
    isUnsaved: isUnsaved({ ...session, draft }),
    change: (changed: Partial<Draft>) =>
      setSession((before) => ({ ...before, ...typeInto(before, changed), message: null })),
    choose: (field: Field, side: Side) =>
      setSession((before) => ({ ...before, ...choose(before, field, side) })),
    changeDesk: (kind: LinkKind, change: (desk: LinkDesk) => LinkDesk) =>
      setSession((before) => withDesk(before, kind, change)),
    reload: async () => {
      const read = await readAgain(record.metadata)
      if (read) setSession((before) => afterConflict(before, read))
    },
    unlink,
    save,
  }
}

/** What a desk lacks, beside what the save has said. */
function withProblem(
  session: EditSession,
  { kind, problem }: { kind: LinkKind; problem: string },
): EditSession {
  return { ...session, desks: { ...session.desks, [kind]: { ...session.desks[kind], problem } } }
}
