import { createToken, revokeToken, type ApiToken } from '@portal/contract/account/tokens.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNotice } from '../../../ui/use-notice.ts'
import { toFailure } from '../failure.ts'
import { create, revoke, tokensQuery, type CreatedToken, type WantedToken } from './tokens.queries.ts'

/** The user's own API tokens, the dialog of a new one, and the question before one is revoked. */
export function useTokens() {
  const queryClient = useQueryClient()
  const { data, isError, refetch } = useQuery(tokensQuery)
  const { notice, show, dismiss } = useNotice()
  const [isCreating, setIsCreating] = useState(false)
  const [created, setCreated] = useState<CreatedToken | null>(null)
  const [revoking, setRevoking] = useState<ApiToken | null>(null)
  // Also refreshes the recent activity.
  const onSettled = () => queryClient.invalidateQueries({ queryKey: ['account'] })
  const creation = useMutation({
    mutationFn: create,
    onSuccess: (token) => {
      setCreated(token)
      setIsCreating(false)
    },
    onSettled,
  })
  const revocation = useMutation({
    mutationFn: revoke,
    onSuccess: (text) => show({ tone: 'success', text }),
    onError: (error) => show({ tone: 'error', text: toFailure(error, revokeToken.fallback).text }),
    onSettled: () => {
      setRevoking(null)
      return onSettled()
    },
  })
  return {
    tokens: data ?? null,
    hasFailed: isError,
    reload: () => void refetch(),
    notice,
    dismiss,
    isBusy: creation.isPending || revocation.isPending,
    isCreating,
    begin() {
      dismiss()
      creation.reset()
      setIsCreating(true)
    },
    cancel: () => setIsCreating(false),
    create: (wanted: WantedToken) => creation.mutate(wanted),
    failure: creation.error ? toFailure(creation.error, createToken.fallback).text : null,
    created,
    forget: () => setCreated(null),
    revoking,
    beginRevoking: setRevoking,
    revoke: (id: number) => revocation.mutate(id),
  }
}
