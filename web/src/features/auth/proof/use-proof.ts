import { useCallback, useEffect, useRef, useState } from 'react'
import { onProofRequired } from '../../../lib/proof.ts'

/** Whether a call waits for a proof of who it is, and how to end its waiting. */
export function useProof() {
  const [isAsked, setIsAsked] = useState(false)
  const answer = useRef<((isProven: boolean) => void) | null>(null)
  const settle = useCallback((isProven: boolean) => {
    answer.current?.(isProven)
    answer.current = null
    setIsAsked(false)
  }, [])
  useEffect(() => {
    onProofRequired(() => {
      const { promise, resolve } = Promise.withResolvers<boolean>()
      answer.current = resolve
      setIsAsked(true)
      return promise
    })
    return () => {
      onProofRequired(null)
      settle(false)
    }
  }, [settle])
  return { isAsked, settle }
}
