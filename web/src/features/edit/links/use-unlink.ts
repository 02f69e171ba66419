import { editErrors } from '@portal/contract/files/document-errors.ts'
import {
  AGENT_NOT_LINKED,
  OWNER_NOT_LINKED,
  unlinkAgent,
  unlinkOwner,
} from '@portal/contract/edit/edit-links.ts'
import { useState } from 'react'
import { CallError } from '../../../lib/call.ts'
import { failedBy } from '../../../lib/failure-text.ts'
import { afterConflict, afterUnlink, type EditSession } from '../edit-session.ts'
import { readLatest, unlink } from '../edit.queries.ts'
import type { LinkKind } from '../../../lib/parties.ts'
import type { AssignedLink } from './links.ts'

type UnlinkRequest = { readonly kind: LinkKind; readonly link: AssignedLink }
type Update = (change: (session: EditSession) => EditSession) => void

const FALLBACK = { owner: unlinkOwner.fallback, agent: unlinkAgent.fallback }

/** Removes links, one at a time and after a confirmation. */
export function useUnlink({ record }: EditSession, update: Update) {
  const [asked, setAsked] = useState<UnlinkRequest | null>(null)
  const [isBusy, setIsBusy] = useState(false)

  const run = async ({ kind, link }: UnlinkRequest) => {
    try {
      const left = await unlink(record, { kind, link })
      update((session) => ({
        ...afterUnlink(session, kind, left),
        message: { tone: 'success', lines: [`${link.party.name} is no longer linked.`] },
      }))
    } catch (failure) {
      // Someone else changed the document, or removed this very link.
      const isStale = failedBy(failure, ...editErrors, OWNER_NOT_LINKED, AGENT_NOT_LINKED)
      const theirs = isStale ? await readLatest(record.metadata) : null
      const text = failure instanceof CallError ? failure.message : FALLBACK[kind]
      update((session) => {
        const failed = { ...session, message: { tone: 'error' as const, lines: [text] } }
        return theirs === null ? failed : afterConflict(failed, theirs)
      })
    }
  }

  return {
    asked,
    isBusy,
    ask: (kind: LinkKind, link: AssignedLink) => setAsked({ kind, link }),
    no: () => setAsked(null),
    yes: async () => {
      if (asked === null || isBusy) return
      setIsBusy(true)
      await run(asked)
      setIsBusy(false)
      setAsked(null)
    },
  }
}
