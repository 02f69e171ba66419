import { useEffect, useState } from 'react'
import { useSession } from '../../../lib/session.ts'
import { saveUploadDraft, readUploadDraft, type UploadDraft } from './upload-draft.ts'

type FormState = Pick<UploadDraft, 'fields' | 'files'> & {
  /** Whether the form holds something that nobody would want to lose. */
  readonly isUnsent: boolean
}

/**
 * Keeps the form's content at every change, so that neither the end of a session nor a reload loses it, and offers what
 * was left there earlier. What is offered stays kept until it is taken or discarded.
 */
export function useUploadDraft({ fields, files, isUnsent }: FormState) {
  const { username } = useSession()
  const [offered, setOffered] = useState(() => readUploadDraft(username))

  useEffect(() => {
    saveUploadDraft(username, isUnsent ? { fields, files, fileCount: files.length } : offered)
  }, [username, isUnsent, fields, files, offered])

  return {
    offered,
    /** The offer has been taken or discarded. */
    settleOffer: () => setOffered(null),
    /** Forgets the form's content, before it is left for good. */
    giveUp: () => saveUploadDraft(username, offered),
    isUnsent,
  }
}
