import { dismissNamedOwner, NO_NAMED_OWNER } from '@portal/contract/edit/edit-links.ts'
import { editErrors } from '@portal/contract/files/document-errors.ts'
import { useState } from 'react'
import { CallError } from '../../../lib/call.ts'
import { failedBy } from '../../../lib/failure-text.ts'
import { dismiss, readLatest } from '../edit.queries.ts'
import { afterConflict, type EditSession } from '../edit-session.ts'

type Update = (change: (session: EditSession) => EditSession) => void

/** Takes the owner away that the sender named. */
export function useDismiss({ record }: EditSession, update: Update) {
  const [isBusy, setIsBusy] = useState(false)

  const run = async () => {
    try {
      const etag = await dismiss(record)
      update((session) => ({
        ...session,
        record: { ...session.record, namedOwner: null, etag },
        message: null,
      }))
    } catch (failure) {
      // Someone else changed the document, or took the same owner away.
      const isStale = failedBy(failure, ...editErrors, NO_NAMED_OWNER)
      const theirs = isStale ? await readLatest(record.metadata) : null
      const text = failure instanceof CallError ? failure.message : dismissNamedOwner.fallback
      update((session) => {
        const failed = { ...session, message: { tone: 'error' as const, lines: [text] } }
        return theirs === null ? failed : afterConflict(failed, theirs)
      })
    }
  }

  return {
    isBusy,
    run: async () => {
      if (isBusy) return
      setIsBusy(true)
      await run()
      setIsBusy(false)
    },
  }
}
