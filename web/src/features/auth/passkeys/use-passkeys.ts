import { removePasskey, renamePasskey, type Passkey } from '@portal/contract/sign-in/passkeys.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNotice } from '../../../ui/use-notice.ts'
import { toFailure } from '../failure.ts'
import { passkeysQuery, remove, rename } from './passkeys.queries.ts'

/** The user's own passkeys; at most one at a time is being renamed, or awaits confirmation of its removal. */
export function usePasskeys() {
  const queryClient = useQueryClient()
  const { data, isError, refetch } = useQuery(passkeysQuery)
  const { notice, show, dismiss } = useNotice()
  const [renaming, setRenaming] = useState<number | null>(null)
  const [removing, setRemoving] = useState<Passkey | null>(null)
  // Also refreshes the recent activity.
  const onSettled = () => queryClient.invalidateQueries({ queryKey: ['account'] })
  const renamed = useMutation({
    mutationFn: rename,
    onSuccess: (text) => {
      setRenaming(null)
      show({ tone: 'success', text })
    },
    onError: (error) => show({ tone: 'error', text: toFailure(error, renamePasskey.fallback).text }),
    onSettled,
  })
  const removed = useMutation({
    mutationFn: remove,
    onSuccess: (text) => show({ tone: 'success', text }),
    onError: (error) => show({ tone: 'error', text: toFailure(error, removePasskey.fallback).text }),
    onSettled: () => {
      setRemoving(null)
      return onSettled()
    },
  })
  return {
    passkeys: data ?? null,
    hasFailed: isError,
    reload: () => void refetch(),
    notice,
    dismiss,
    added: (text: string) => show({ tone: 'success', text }),
    isBusy: renamed.isPending || removed.isPending,
    renaming,
    beginRenaming: setRenaming,
    rename: (id: number, name: string) => renamed.mutate({ id, name }),
    removing,
    beginRemoving: setRemoving,
    remove: (id: number) => removed.mutate(id),
  }
}
