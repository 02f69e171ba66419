import { useState } from 'react'
import { choose, typeInto, type Side } from './conflict.ts'
import { readAgain } from './edit.queries.ts'
import { countingDraft, type Draft, type EditRecord, type Field } from './edit-record.ts'
import {
  afterConflict,
  isUnsaved,
  openSession,
  withAside,
  withDesk,
  type EditSession,
  type LeftDocument,
} from './edit-session.ts'
import { useRenditionTypeId } from './edit-sections.tsx'
import { WAS_LAST } from './edit-texts.ts'
import { withKept, type KeptEdit } from './kept-edit.ts'
import type { LinkDesk } from './link-desk.ts'
import type { LinkKind } from './links.ts'
import { useKeeping } from './use-kept-edit.ts'
import { useSave, type FieldToFix, type SaveResult } from './use-save.ts'
import { useUnlink } from './use-unlink.ts'

type Screen = {
  /** What was typed before and never saved. */
  readonly kept: KeptEdit | null
  /** The document that was on screen before; null for the first one. */
  readonly left: LeftDocument | null
  readonly onSaved: () => void
  readonly onFieldToFix: (name: FieldToFix) => void
}

function openWith(record: EditRecord, left: LeftDocument | null, kept: KeptEdit | null): EditSession {
  const session = openSession(record, left)
  return kept === null ? session : withKept(session, kept)
}

/** The open edit dialog of one document: what stands in its form, and its save. */
export function useEditScreen(record: EditRecord, { left, kept, onSaved, onFieldToFix }: Screen) {
  const [session, setSession] = useState<EditSession>(() => openWith(record, left, kept))
  const unlink = useUnlink(session, setSession)
  const renditionTypeId = useRenditionTypeId(session.record.descriptionTypes)
  const draft = countingDraft(session.draft, session.record, renditionTypeId)
  const unsaved = isUnsaved({ ...session, draft })
  useKeeping(session, unsaved)
  const { save, problems } = useSave({ session, draft, update: setSession, onSaved, onFieldToFix })

  return {
    session,
    draft,
    /** The type that makes the document an Industrial rendition; null where none does. */
    renditionTypeId,
    /** Why the draft cannot be saved, once a save was tried. */
    problems,
    isUnsaved: unsaved,
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
    /** Save and next has nowhere to go. */
    tellLast: ({ kind }: SaveResult) => {
      if (kind === 'saved' || kind === 'unchanged') setSession((before) => withAside(before, [WAS_LAST]))
    },
  }
}

export type EditScreen = ReturnType<typeof useEditScreen>
