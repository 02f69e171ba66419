import { ENTER_EMAIL, NOT_AN_EMAIL, requestReset, RESET_SENT } from '@portal/contract/sign-in/registration.ts'
import { parseEmail } from '@portal/contract/email.ts'
import { useState } from 'react'
import { call } from '../../../lib/call.ts'
import { toFailure, type Failure } from '../failure.ts'
import { readMessage } from '../auth.wire.ts'
import { useSubmission } from '../use-submission.ts'

/** `isTyped`: the failure concerns the typed address. */
type ForgotFailure = Failure & { readonly isTyped: boolean }

function problemOf(email: string): string | null {
  if (email.trim() === '') return ENTER_EMAIL.sentence
  return parseEmail(email) ? null : NOT_AN_EMAIL.sentence
}

/** Requests a link for setting a new password. */
export function useForgotScreen() {
  const [sent, setSent] = useState<string | null>(null)

  const submission = useSubmission(async (email: string): Promise<ForgotFailure | null> => {
    setSent(null)
    const problem = problemOf(email)
    if (problem) return { text: problem, hint: null, isTyped: true }
    try {
      const answer = await call(requestReset, { body: { email: email.trim().toLowerCase() } })
      setSent(readMessage(answer, RESET_SENT))
    } catch (error) {
      return { ...toFailure(error, requestReset.fallback), isTyped: false }
    }
    return null
  })

  /** `sent` is the server's message; null before that. */
  return { ...submission, sent }
}
