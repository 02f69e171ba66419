import { useEffect, useRef, useState } from 'react'
import { dropDraft, saveDraft, readDraft } from '../../lib/stored-drafts.ts'
import { useSession } from '../../lib/session.ts'
import type { EditRecord } from './edit-record.ts'
import { openSession, type EditSession } from './edit-session.ts'
import { isUnsavedEdit, unsavedOf, unsavedParts, type UnsavedEdit } from './unsaved-edit.ts'

const nameOf = (fileId: number) => `edit-${fileId}`

/** Offers the user's unsaved edits of the document until they restore or discard them. */
export function useUnsavedOffer(record: EditRecord) {
  const { username } = useSession()
  const draft = { username, name: nameOf(record.metadata.FileID) }
  const [kept, setKept] = useState(() => readDraft(draft, isUnsavedEdit))
  const [brought, setBrought] = useState<UnsavedEdit | null>(null)
  const parts = kept === null ? [] : unsavedParts(openSession(record), kept)
  return {
    /** The sections that a restore would change; empty if nothing is offered. */
    parts,
    brought,
    bring: () => {
      setBrought(kept)
      setKept(null)
    },
    discard: () => {
      dropDraft(draft)
      setKept(null)
    },
  }
}

/**
 * Saves edits as a draft on every change, because a session may end without notice. Deletes the draft once the edits
 * are saved or the dialog is closed on them.
 */
export function useSaveEdit(session: EditSession, isUnsaved: boolean): void {
  const { username } = useSession()
  const { FileID } = session.record.metadata
  const isKept = useRef(false)
  useEffect(() => {
    const draft = { username, name: nameOf(FileID) }
    if (isUnsaved) saveDraft({ ...draft, value: unsavedOf(session) })
    else if (isKept.current) dropDraft(draft)
    isKept.current = isUnsaved
  }, [username, FileID, session, isUnsaved])
}

/** Deletes the draft of a document. */
export function useDiscardEdit(): (fileId: number) => void {
  const { username } = useSession()
  return (fileId) => dropDraft({ username, name: nameOf(fileId) })
}
