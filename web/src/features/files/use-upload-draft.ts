import { useEffect, useState } from 'react'
import { useSession } from '../../lib/session.ts'
import { keepUploadDraft, readUploadDraft, type UploadDraft } from './upload-draft.ts'

type Standing = Pick<UploadDraft, 'fields' | 'files'> & {
  /** Whether something stands on the form whose loss somebody would mind. */
  readonly isUnsent: boolean
}

/**
 * Keeps what stands on the form, at every change, so that neither the end of a session nor a reload loses it, and
 * offers what was left there before. What is offered stays kept until it is taken or discarded.
 */
export function useUploadDraft({ fields, files, isUnsent }: Standing) {
  const { username } = useSession()
  const [offered, setOffered] = useState(() => readUploadDraft(username))

  useEffect(() => {
    keepUploadDraft(username, isUnsent ? { fields, files, fileCount: files.length } : offered)
  }, [username, isUnsent, fields, files, offered])

  return {
    offered,
    /** The offer is taken, or nobody wants it any more. */
    settleOffer: () => setOffered(null),
    /** Forgets what stands on the form, before it is left for good. */
    giveUp: () => keepUploadDraft(username, offered),
    isUnsent,
  }
}
