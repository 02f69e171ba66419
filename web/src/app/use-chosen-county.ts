import { chooseCounty, type Session } from '@portal/contract/sign-in/sign-in.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router'
import { withoutCounty } from '../features/owners/owners-address.ts'
import { call } from '../lib/call.ts'
import { notifyOtherTabs } from '../lib/other-tabs.ts'
import { PATHS, screenAt } from '../lib/paths.ts'
import { sessionQuery } from '../lib/session.ts'
import { readSession } from '../lib/session.wire.ts'
import { currentPeriod } from '../lib/signed-out.ts'

/** Which of several counties the user works for, and how to select another. */
export function useChosenCounty({ countyID }: Pick<Session, 'countyID'>) {
  const queryClient = useQueryClient()
  const showOfSession = useOwnersOfSession()
  const choice = useMutation({
    // The calls run one after another, so the last selection wins.
    scope: { id: 'chosen county' },
    onMutate: currentPeriod,
    mutationFn: (countyId: number) => call(chooseCounty, { body: { countyId } }),
    onSuccess: (answer, _countyId, sentIn) => {
      // Another user may be signed in by now.
      if (sentIn !== currentPeriod()) return
      queryClient.setQueryData(sessionQuery.queryKey, readSession(answer))
      notifyOtherTabs('session changed')
      showOfSession()
    },
  })
  return {
    /** The new selection while the call is pending; the session's county if the call fails. */
    countyId: choice.isPending ? choice.variables : countyID,
    problem: choice.error?.message ?? null,
    choose: (countyId: number) => choice.mutate(countyId),
  }
}

export type ChosenCounty = ReturnType<typeof useChosenCounty>

/** In the owner table a county in the address has priority. Removes it, so that the table shows the selected county. */
function useOwnersOfSession(): () => void {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  return () => {
    if (screenAt(pathname) !== PATHS.ownerDetails) return
    const params = withoutCounty(new URLSearchParams(search))
    void navigate({ search: params.toString() }, { replace: true, preventScrollReset: true })
  }
}
