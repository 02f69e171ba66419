import { chooseCounty, type Session } from '@portal/contract/sign-in/sign-in.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { rescopeFilters } from '../features/documents/remembered-filters.ts'
import { call, CallError } from '../lib/call.ts'
import { notifyOtherTabs } from '../lib/other-tabs.ts'
import { countyInAddress, inScope, rememberScope, useScopeOf } from '../lib/scope.ts'
import { sessionQuery } from '../lib/session.ts'
import { readSession } from '../lib/session.wire.ts'
import { currentPeriod } from '../lib/signed-out.ts'

/** The county, or all counties, that the screens of this tab are limited to, and how to select another. */
export function useChosenCounty(session: Session) {
  const queryClient = useQueryClient()
  const scope = useScopeOf(session)
  const show = useShowScope(session)
  useFollowAddress(session)
  const choice = useMutation({
    // The calls run one after another, so the last selection wins.
    scope: { id: 'chosen county' },
    onMutate: currentPeriod,
    mutationFn: ({ countyId }: Choice) => call(chooseCounty, { body: { countyId } }),
    onSuccess: (answer, _choice, sentIn) => {
      // Another user may be signed in by now.
      if (sentIn !== currentPeriod()) return
      queryClient.setQueryData(sessionQuery.queryKey, readSession(answer))
      notifyOtherTabs('session changed')
    },
    onError: (error, { before }) => {
      // Only a refusal takes the selection back: a call also fails when the page is left or the network is down.
      if (error instanceof CallError && error.status !== 0) show(before)
    },
  })
  return {
    countyId: scope,
    problem: choice.error?.message ?? null,
    choose: (countyId: number | null) => {
      // Shown immediately: a link that is followed during the call leads to the new county.
      show(countyId)
      // The server stores only one county, for calls that name none. All counties are a matter of this tab.
      if (countyId === null) choice.reset()
      else choice.mutate({ countyId, before: scope })
    },
  }
}

type Choice = { readonly countyId: number; readonly before: number | null }

export type ChosenCounty = ReturnType<typeof useChosenCounty>

/** Stores the selection and shows the current list for it. */
function useShowScope(session: Session): (countyId: number | null) => void {
  const navigate = useNavigate()
  return (countyId) => {
    rememberScope(session, countyId)
    rescopeFilters(session.username, countyId)
    const search = inScope(location, countyId)
    if (search !== null) void navigate({ search }, { replace: true, preventScrollReset: true })
  }
}

/** A link to the list of a county also selects that county, so that the bar and all next screens agree with the list. */
function useFollowAddress(session: Session): void {
  const named = countyInAddress(session, useLocation())
  const { username } = session
  // Not after each change of the session: a selection changes it while the address is still the old one.
  useEffect(() => {
    if (named !== null) rememberScope({ username }, named)
  }, [named, username])
}
