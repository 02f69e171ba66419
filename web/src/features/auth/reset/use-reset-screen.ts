import { confirmReset, RESET_DONE } from '@portal/contract/sign-in/registration.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../lib/call.ts'
import { notifyOtherTabs } from '../../../lib/other-tabs.ts'
import { sessionQuery } from '../../../lib/session.ts'
import type { MailedLink } from '../mailed-link.ts'
import { newPasswordProblem } from '../new-password.ts'
import {
  aboutPassword,
  INCOMPLETE_ADDRESS,
  resetFailure,
  resetProblem,
  type NewPassword,
  type ResetFailure,
} from './reset-texts.ts'
import { readMessage } from '../auth.wire.ts'
import { useSubmission } from '../use-submission.ts'

/**
 * Sets a new password by a mailed link. `onRefused` runs if the server rejects it, because the link may have expired.
 */
export function useResetScreen(link: MailedLink, { onRefused }: { readonly onRefused: () => unknown }) {
  const queryClient = useQueryClient()
  const [done, setDone] = useState<string | null>(null)

  const send = async (typed: NewPassword): Promise<ResetFailure | null> => {
    const problem = resetProblem(link, typed)
    if (problem) return problem
    const tooWeak = await newPasswordProblem(typed.newPassword)
    if (tooWeak) return aboutPassword('newPassword', tooWeak)
    const { email, token } = link
    try {
      const answer = await call(confirmReset, { body: { email, token, ...typed } })
      // If this browser's session belonged to the account, it has ended too, and the sign-in screen must be reachable.
      await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 }).catch(() => null)
      notifyOtherTabs('session changed')
      setDone(readMessage(answer, RESET_DONE))
    } catch (error) {
      onRefused()
      return resetFailure(error)
    }
    return null
  }
  const submission = useSubmission(send, link.isWhole ? null : INCOMPLETE_ADDRESS)

  /** `done` is the server's message; null before that. */
  return { ...submission, done }
}
