import {
  beginSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  SECOND_FACTOR_REMOVED,
  type SecondFactorSetUp,
} from '@portal/contract/sign-in/second-factor.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNotice } from '../../../../ui/use-notice.ts'
import { readMessage } from '../../auth.wire.ts'
import { toFailure } from '../../failure.ts'
import { accountQuery } from '../account.queries.ts'
import { beginSetUp, remove, renewCodes, secondFactorQuery } from './second-factor.queries.ts'

/** What the section shows instead of its state until the user finishes. */
type Showing =
  | { readonly what: 'set-up'; readonly setUp: SecondFactorSetUp }
  | { readonly what: 'recovery codes'; readonly codes: readonly string[] }

/** The user's second factor and the actions on it. */
export function useSecondFactor() {
  const queryClient = useQueryClient()
  const { data, isError, refetch } = useQuery(secondFactorQuery)
  const [showing, setShowing] = useState<Showing | null>(null)
  const { notice, show, dismiss } = useNotice()
  // Also refreshes the sessions, some of which have ended, and the activity.
  const reread = () => void queryClient.invalidateQueries({ queryKey: accountQuery.queryKey })
  const failed = (otherwise: string) => (error: unknown) =>
    show({ tone: 'error', text: toFailure(error, otherwise).text })
  const showCodes = (codes: readonly string[]) => {
    setShowing({ what: 'recovery codes', codes })
    reread()
  }

  const begin = useMutation({
    mutationFn: beginSetUp,
    onMutate: dismiss,
    onSuccess: (setUp) => setShowing({ what: 'set-up', setUp }),
    onError: failed(beginSecondFactor.fallback),
  })
  const renew = useMutation({
    mutationFn: renewCodes,
    onMutate: dismiss,
    onSuccess: showCodes,
    onError: failed(renewRecoveryCodes.fallback),
  })
  const removal = useMutation({
    mutationFn: remove,
    onMutate: dismiss,
    onSuccess: (answer) => show({ tone: 'success', text: readMessage(answer, SECOND_FACTOR_REMOVED) }),
    onError: failed(removeSecondFactor.fallback),
    onSettled: reread,
  })
  return {
    state: data ?? null,
    hasFailed: isError,
    reload: () => void refetch(),
    showing,
    showCodes,
    close: () => setShowing(null),
    notice,
    dismiss,
    isBusy: begin.isPending || renew.isPending || removal.isPending,
    begin: () => begin.mutate(),
    renew: () => renew.mutate(),
    remove: () => removal.mutate(),
  }
}
