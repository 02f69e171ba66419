import { Dialog } from '../../../ui/dialog.tsx'
import { ProofForm } from './proof-form.tsx'
import { useCallback, useEffect, useRef, useState } from 'react'
import { onProofRequired } from '../../../lib/proof.ts'

/** Stands in the frame, and opens where a call wants to know who it is. */
export function ProofDialog({ username }: { readonly username: string }) {
  const { isAsked, settle } = useProof()
  const decline = () => settle(false)
  return (
    <Dialog opened={isAsked} title="Confirm your identity" width={420} onClose={decline}>
      <ProofForm username={username} onProven={() => settle(true)} onCancel={decline} />
    </Dialog>
  )
}

/** Whether a call waits for a proof of who it is, and how to end its waiting. */
function useProof() {
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
