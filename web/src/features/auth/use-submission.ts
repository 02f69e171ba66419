import { useState } from 'react'
import type { Failure } from './failure.ts'

/** Sending a form: whether it is on its way, and what stood against it the last time. */
export function useSubmission<Typed, Failed extends Failure>(
  send: (typed: Typed) => Promise<Failed | null>,
  initially: Failed | null = null,
) {
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<Failed | null>(initially)

  /** Sends what was typed, unless something is on its way already. Gives what stands against it. */
  const submit = async (typed: Typed): Promise<Failed | null> => {
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
