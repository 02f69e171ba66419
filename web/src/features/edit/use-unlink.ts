import { unlinkAgent, unlinkOwner } from '@portal/contract/edit.ts'
import { useState } from 'react'
import { CallError } from '../../lib/call.ts'
import { afterConflict, afterUnlink, type EditSession } from './edit-session.ts'
import { readAgain, unlink } from './edit.queries.ts'
import { isSameLink, type AssignedLink, type LinkKind } from './links.ts'

type Asked = { readonly kind: LinkKind; readonly link: AssignedLink }
type Update = (change: (session: EditSession) => EditSession) => void

const FALLBACK = { owner: unlinkOwner.fallback, agent: unlinkAgent.fallback }

/** Takes links away, one at a time and after a question. */
export function useUnlink({ record }: EditSession, update: Update) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const [isBusy, setIsBusy] = useState(false)

  const run = async ({ kind, link }: Asked) => {
    try {
      const left = await unlink({ fileId: record.metadata.FileID, kind, link, etag: record.etag })
      const rest = record.links[kind].list.filter((other) => !isSameLink(other, link))
      update((session) => ({
        ...afterUnlink(session, kind, { list: left.list ?? rest, etag: left.etag }),
        message: { tone: 'success', lines: [`${link.party.name} is no longer linked.`] },
      }))
    } catch (failure) {
      // Somebody else has changed the document, or has unlinked this very one.
      const isStale = failure instanceof CallError && (failure.status === 409 || failure.status === 404)
      const theirs = isStale ? await readAgain(record.metadata) : null
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
