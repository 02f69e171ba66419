import { useState } from 'react'
import { choose, typeInto, type Side } from './save/conflict.ts'
import { readLatest } from './edit.queries.ts'
import { countingDraft, type Draft, type EditRecord, type Field } from './edit-record.ts'
import {
  afterConflict,
  isUnsaved,
  openSession,
  addSideNote,
  withLinkDraft,
  type EditSession,
  type PreviousDocument,
} from './edit-session.ts'
import { useRenditionTypeId } from './form/edit-sections.tsx'
import { WAS_LAST } from './edit-texts.ts'
import { withUnsaved, type UnsavedEdit } from './unsaved-edit.ts'
import type { LinkDraft } from './links/link-draft.ts'
import type { LinkKind } from '../../lib/parties.ts'
import { useSaveEdit } from './use-unsaved-edit.ts'
import { useSave, type FocusTarget, type SaveResult } from './save/use-save.ts'
import { useQuestion, type EditQuestion } from './save/use-question.ts'
import { useDismiss } from './links/use-dismiss.ts'
import { useUnlink } from './links/use-unlink.ts'

type Options = {
  /** Unsaved edits from before. */
  readonly kept: UnsavedEdit | null
  /** The previous document; null for the first one. */
  readonly left: PreviousDocument | null
  readonly onSaved: () => void
  readonly onFocusNeeded: (name: FocusTarget) => void
}

function openWith(record: EditRecord, left: PreviousDocument | null, kept: UnsavedEdit | null): EditSession {
  const session = openSession(record, left)
  return kept === null ? session : withUnsaved(session, kept)
}

/** The open edit dialog of one document: its form and its save. */
export function useEditScreen(record: EditRecord, { left, kept, onSaved, onFocusNeeded }: Options) {
  const [session, setSession] = useState<EditSession>(() => openWith(record, left, kept))
  const unlink = useUnlink(session, setSession)
  const dismissal = useDismiss(session, setSession)
  const renditionTypeId = useRenditionTypeId(session.record.descriptionTypes)
  const draft = countingDraft(session.draft, session.record, renditionTypeId)
  const unsaved = isUnsaved({ ...session, draft })
  useSaveEdit(session, unsaved)
  const question = useQuestion({
    fileId: session.record.metadata.FileID,
    saved: session.record.metadata.StatusID,
    chosen: draft.statusId,
  })
  const { save, problems } = useSave({ session, draft, update: setSession, onSaved, onFocusNeeded })

  return {
    session,
    draft,
    /** The type that makes the document an Industrial rendition; null if none does. */
    renditionTypeId,
    /** Why the draft cannot be saved; set after the first try. */
    problems,
    isUnsaved: unsaved || question.isUnsaved,
    question,
    change: (changed: Partial<Draft>) =>
      setSession((before) => ({ ...before, ...typeInto(before, changed), message: null })),
    choose: (field: Field, side: Side) =>
      setSession((before) => ({ ...before, ...choose(before, field, side) })),
    changeLinkDraft: (kind: LinkKind, change: (linkDraft: LinkDraft) => LinkDraft) =>
      setSession((before) => withLinkDraft(before, kind, change)),
    reload: async () => {
      const read = await readLatest(record.metadata)
      if (read) setSession((before) => afterConflict(before, read))
    },
    unlink,
    dismissal,
    save: () => saveWithQuestion({ save, question, update: setSession }),
    /** Reports that "Save and next" has no next document. */
    tellLast: ({ kind }: SaveResult) => {
      if (kind === 'saved' || kind === 'unchanged') setSession((before) => addSideNote(before, [WAS_LAST]))
    },
  }
}

type WithQuestion = {
  readonly save: () => Promise<SaveResult>
  readonly question: EditQuestion
  readonly update: (change: (session: EditSession) => EditSession) => void
}

/** Saves, and then sends the question, if there is one. A question that is not sent stays in the form. */
async function saveWithQuestion({ save, question, update }: WithQuestion): Promise<SaveResult> {
  if (!question.check()) return { kind: 'stopped' }
  const result = await save()
  if (!question.isUnsaved || (result.kind !== 'saved' && result.kind !== 'unchanged')) return result
  const { isSent, text } = await question.send()
  if (isSent) update((before) => addSideNote(before, [text]))
  else update((before) => ({ ...before, message: { tone: 'error', lines: [text] } }))
  return isSent ? result : { kind: 'stopped' }
}

export type EditScreen = ReturnType<typeof useEditScreen>
