import { RESEND_INCOMPLETE, RESENT, resendConfirmation } from '@portal/contract/sign-in/registration.ts'
import { useState } from 'react'
import { call } from '../../../lib/call.ts'
import { toFailure, type Failure } from '../failure.ts'
import { readMessage } from '../auth.wire.ts'
import { useSubmission } from '../use-submission.ts'

/** Asking for another confirmation mail. */
export function useResend(email: string) {
  const [sent, setSent] = useState<string | null>(null)

  const { isBusy, failure, submit } = useSubmission(async (address: string): Promise<Failure | null> => {
    setSent(null)
    if (address === '') return { text: RESEND_INCOMPLETE.sentence, hint: null }
    try {
      setSent(readMessage(await call(resendConfirmation, { body: { email: address } }), RESENT))
    } catch (error) {
      return toFailure(error, resendConfirmation.fallback)
    }
    return null
  })

  /** `sent` is what the server said; null before that. */
  return { isBusy, failure, sent, resend: () => submit(email) }
}
