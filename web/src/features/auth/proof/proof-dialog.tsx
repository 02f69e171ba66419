import { Dialog } from '../../../ui/dialog.tsx'
import { ProofForm } from './proof-form.tsx'
import { useCallback, useEffect, useRef, useState } from 'react'
import { onProofRequired } from '../../../lib/proof.ts'

/** Part of the frame; opens when a call requires proof of identity. */
export function ProofDialog({ username }: { readonly username: string }) {
  const { isAsked, settle } = useProof()
  const decline = () => settle(false)
  return (
    <Dialog opened={isAsked} title="Confirm your identity" width={420} onClose={decline}>
      <ProofForm username={username} onProven={() => settle(true)} onCancel={decline} />
    </Dialog>
  )
}

/** Whether a call waits for proof of identity, and the function that ends its wait. */
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
