import { useState } from 'react'
import type { Failure } from './failure.ts'

/** Sending a form: whether it is being sent, and why it was refused the last time. */
export function useSubmission<Input, Problem extends Failure>(
  send: (typed: Input) => Promise<Problem | null>,
  initially: Problem | null = null,
) {
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<Problem | null>(initially)

  /** Sends what was typed, unless a submission is already running. Returns why it was refused, or null. */
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
