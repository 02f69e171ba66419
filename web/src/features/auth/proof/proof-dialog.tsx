import { Dialog } from '../../../ui/dialog.tsx'
import { ProofForm } from './proof-form.tsx'
import { useProof } from './use-proof.ts'

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
