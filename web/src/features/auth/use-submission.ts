import { useState } from 'react'
import type { Failure } from './failure.ts'

/** The state of a form's submission: whether it is running, and why it last failed. */
export function useSubmission<Input, Problem extends Failure>(
  send: (typed: Input) => Promise<Problem | null>,
  initially: Problem | null = null,
) {
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<Problem | null>(initially)

  /** Sends the input, unless a submission is already running. Resolves with the failure, or null. */
  const submit = async (typed: Input): Promise<Problem | null> => {
    if (isBusy) return null
    setIsBusy(true)
    setFailure(null)
    const found = await send(typed)
    setFailure(found)
    setIsBusy(false)
    return found
  }

  return { isBusy, failure, submit }
}
