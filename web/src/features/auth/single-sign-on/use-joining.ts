import { IDENTITY_JOINED, joinIdentity } from '@portal/contract/sign-in/single-sign-on.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../../lib/call.ts'
import { readMessage } from '../auth.wire.ts'
import { toFailure, type Failure } from '../failure.ts'
import { identityToJoinQuery } from './single-sign-on.queries.ts'

/** What came of joining an account elsewhere: what the portal says of it, or why it was not done. */
export type Joined = { readonly text: string | undefined } | { readonly failure: Failure }

/** Where the sign-in leaves that for the account. */
export const JOINED_AT_SIGN_IN = ['joined']

/**
 * What came of joining an account elsewhere: done at the sign-in, or left for here, where nothing is joined before its
 * person says so.
 */
export function useJoining() {
  const queryClient = useQueryClient()
  const atSignIn = useJoinedAtSignIn()
  const { data: waiting = null } = useQuery(identityToJoinQuery)
  const joining = useMutation({
    mutationFn: () => call(joinIdentity),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['account'] }),
  })
  const joined = joining.data ?? (atSignIn && 'text' in atSignIn ? { message: atSignIn.text } : null)
  return {
    /** The name of the issuer whose account waits; null where none does. */
    waiting: joining.isSuccess ? null : waiting,
    text: joined && readMessage(joined, IDENTITY_JOINED.replace('{name}', 'Your account elsewhere')),
    isBusy: joining.isPending,
    failure: joining.error
      ? toFailure(joining.error, joinIdentity.fallback)
      : atSignIn && 'failure' in atSignIn
        ? atSignIn.failure
        : null,
    join: () => !joining.isPending && joining.mutate(),
  }
}

/** Told once: whoever comes back to the screen has read it. */
function useJoinedAtSignIn(): Joined | undefined {
  const queryClient = useQueryClient()
  const [joined] = useState(() => queryClient.getQueryData<Joined>(JOINED_AT_SIGN_IN))
  useEffect(() => queryClient.removeQueries({ queryKey: JOINED_AT_SIGN_IN }), [queryClient])
  return joined
}
