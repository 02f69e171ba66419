import { useState } from 'react'
import {
  type OwnSession,
  endOtherSessions,
  endSession,
  OTHERS_ENDED,
  SESSION_ENDED,
} from '@portal/contract/account/account.ts'
import { useConfig } from '../../../lib/config.ts'
import { formatDateTime } from '../../../lib/format.ts'
import { Button } from '../../../ui/button.tsx'
import { LoadFailed } from '../../../ui/load-failed.tsx'
import { Loading } from '../../../ui/loading.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { AccountSection } from './account-section.tsx'
import classes from './account.module.css'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { toFailure } from '../failure.ts'
import { useNotice } from '../../../ui/use-notice.ts'
import { accountQuery, sessionsQuery, signOutElsewhere, signOutThere } from './account.queries.ts'

/** Sessions shown until the user asks for all. */
const FIRST_SHOWN = 5

/** The user's active sessions. */
export function SessionsSection() {
  const { sessions, hasFailed, reload, notice, dismiss, isBusy, end, endOthers } = useSessions()
  const [isWhole, setIsWhole] = useState(false)
  // The current session comes first, whenever it was last seen.
  const ordered = sessions?.toSorted((one, other) => Number(other.isThis) - Number(one.isThis))
  const shown = isWhole ? ordered : ordered?.slice(0, FIRST_SHOWN)
  const hidden = (sessions?.length ?? 0) - (shown?.length ?? 0)
  return (
    <AccountSection id="sessions" title="Where you are signed in">
      {hasFailed && <LoadFailed onRetry={reload} />}
      {!sessions && !hasFailed && <Loading>Loading your sessions...</Loading>}
      {shown && (
        <ul className={classes.list}>
          {shown.map((session) => (
            <SessionRow key={session.id} session={session} isBusy={isBusy} onEnd={() => end(session.id)} />
          ))}
        </ul>
      )}
      {sessions && sessions.length > 1 && (
        <div className={classes.actions}>
          {hidden > 0 && (
            <Button onClick={() => setIsWhole(true)}>Show all {sessions.length} sessions</Button>
          )}
          <Button aria-disabled={isBusy} onClick={() => !isBusy && endOthers()}>
            Sign out everywhere else
          </Button>
        </div>
      )}
      {notice && (
        <Notice key={notice.id} tone={notice.tone} onDismiss={dismiss}>
          {notice.text}
        </Notice>
      )}
    </AccountSection>
  )
}

type RowProps = { readonly session: OwnSession; readonly isBusy: boolean; readonly onEnd: () => void }

function SessionRow({ session, isBusy, onEnd }: RowProps) {
  const { timeZone } = useConfig()
  const { isThis, begun, lastSeen, address } = session
  const browser = session.browser ?? 'Unknown browser'
  const seen = formatDateTime(lastSeen, timeZone)
  return (
    <li className={classes.row}>
      <div className={classes.facts}>
        <b>{browser}</b>
        {isThis && <span className={classes.mark}>This one</span>}
        <span className={classes.dim}>
          {address} · signed in {formatDateTime(begun, timeZone)} · last seen {seen}
        </span>
      </div>
      {!isThis && (
        <Button
          aria-disabled={isBusy}
          aria-label={`Sign out ${browser} at ${address}, last seen ${seen}`}
          onClick={() => !isBusy && onEnd()}
        >
          Sign out
        </Button>
      )}
    </li>
  )
}

/** Loads the user's sessions and ends them. */
function useSessions() {
  const queryClient = useQueryClient()
  const { data, isError, refetch } = useQuery(sessionsQuery)
  const { notice, show, dismiss } = useNotice()
  const onSettled = () => queryClient.invalidateQueries({ queryKey: accountQuery.queryKey })
  const one = useMutation({
    mutationFn: signOutThere,
    onSuccess: () => show({ tone: 'success', text: SESSION_ENDED }),
    onError: (error) => show({ tone: 'error', text: toFailure(error, endSession.fallback).text }),
    onSettled,
  })
  const others = useMutation({
    mutationFn: signOutElsewhere,
    onSuccess: () => show({ tone: 'success', text: OTHERS_ENDED }),
    onError: (error) => show({ tone: 'error', text: toFailure(error, endOtherSessions.fallback).text }),
    onSettled,
  })
  return {
    sessions: data ?? null,
    hasFailed: isError,
    reload: () => void refetch(),
    notice,
    dismiss,
    isBusy: one.isPending || others.isPending,
    end: (id: number) => one.mutate(id),
    endOthers: () => others.mutate(),
  }
}
