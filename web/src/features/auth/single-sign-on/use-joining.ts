import { IDENTITY_JOINED, joinIdentity } from '@portal/contract/sign-in/single-sign-on.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call } from '../../../lib/call.ts'
import { readMessage } from '../auth.wire.ts'
import { toFailure, type Failure } from '../failure.ts'
import { identityToJoinQuery } from './single-sign-on.queries.ts'

/** The result of joining an account at an issuer: the server's message, or the failure. */
export type Joined = { readonly text: string | undefined } | { readonly failure: Failure }

/** The query key under which the sign-in stores the result for the account page. */
export const JOINED_AT_SIGN_IN = ['joined']

/**
 * The state of joining an account at an issuer. Either the sign-in has joined it, or it waits here until the user
 * confirms.
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
    /** The name of the issuer whose account waits; null if none does. */
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

/** Read once: a user who returns to the screen has seen it. */
function useJoinedAtSignIn(): Joined | undefined {
  const queryClient = useQueryClient()
  const [joined] = useState(() => queryClient.getQueryData<Joined>(JOINED_AT_SIGN_IN))
  useEffect(() => queryClient.removeQueries({ queryKey: JOINED_AT_SIGN_IN }), [queryClient])
  return joined
}
