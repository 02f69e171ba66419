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

/** Which of several counties somebody works for, and the choice of another. */
export function useChosenCounty({ countyID }: Pick<Session, 'countyID'>) {
  const queryClient = useQueryClient()
  const showOfSession = useOwnersOfSession()
  const choice = useMutation({
    // One after the other: the last one chosen is the one that holds.
    scope: { id: 'chosen county' },
    onMutate: currentPeriod,
    mutationFn: (countyId: number) => call(chooseCounty, { body: { countyId } }),
    onSuccess: (answer, _countyId, sentIn) => {
      // Somebody else may be signed in by now.
      if (sentIn !== currentPeriod()) return
      queryClient.setQueryData(sessionQuery.queryKey, readSession(answer))
      notifyOtherTabs('session changed')
      showOfSession()
    },
  })
  return {
    /** At once the one that was chosen; undone where that fails. */
    countyId: choice.isPending ? choice.variables : countyID,
    problem: choice.error?.message ?? null,
    choose: (countyId: number) => choice.mutate(countyId),
  }
}

export type ChosenCounty = ReturnType<typeof useChosenCounty>

/** The owner table shows the county in its address first: that goes, so that it shows the one just chosen. */
function useOwnersOfSession(): () => void {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  return () => {
    if (screenAt(pathname) !== PATHS.ownerDetails) return
    const params = withoutCounty(new URLSearchParams(search))
    void navigate({ search: params.toString() }, { replace: true, preventScrollReset: true })
  }
}
