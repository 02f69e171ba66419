import {
  endOtherSessions,
  endSession,
  OTHERS_ENDED,
  SESSION_ENDED,
} from '@portal/contract/account/account.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { toFailure } from '../failure.ts'
import { useNotice } from '../../../ui/use-notice.ts'
import { accountQuery, sessionsQuery, signOutElsewhere, signOutThere } from './account.queries.ts'

/** Where one is signed in, and ending that. */
export function useSessions() {
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
