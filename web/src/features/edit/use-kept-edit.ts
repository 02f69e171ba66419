import { useEffect, useRef, useState } from 'react'
import { dropDraft, keepDraft, readDraft } from '../../lib/kept-drafts.ts'
import { useSession } from '../../lib/session.ts'
import type { EditRecord } from './edit-record.ts'
import { openSession, type EditSession } from './edit-session.ts'
import { isKeptEdit, keptOf, keptParts, type KeptEdit } from './kept-edit.ts'

const nameOf = (fileId: number) => `edit-${fileId}`

/** What this person typed about the document and did not save, until they say what shall become of it. */
export function useKeptOffer(record: EditRecord) {
  const { username } = useSession()
  const draft = { username, name: nameOf(record.metadata.FileID) }
  const [kept, setKept] = useState(() => readDraft(draft, isKeptEdit))
  const [brought, setBrought] = useState<KeptEdit | null>(null)
  const parts = kept === null ? [] : keptParts(openSession(record), kept)
  return {
    /** The sections that would be changed by it; none where nothing is offered. */
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
 * Keeps what is unsaved with every change, because a session may end without a word, and forgets it once it is saved.
 * Whoever closes the dialog on it forgets it too.
 */
export function useKeeping(session: EditSession, isUnsaved: boolean): void {
  const { username } = useSession()
  const { FileID } = session.record.metadata
  const isKept = useRef(false)
  useEffect(() => {
    const draft = { username, name: nameOf(FileID) }
    if (isUnsaved) keepDraft({ ...draft, value: keptOf(session) })
    else if (isKept.current) dropDraft(draft)
    isKept.current = isUnsaved
  }, [username, FileID, session, isUnsaved])
}

/** Forgets what was typed about a document. */
export function useForgetEdit(): (fileId: number) => void {
  const { username } = useSession()
  return (fileId) => dropDraft({ username, name: nameOf(fileId) })
}
