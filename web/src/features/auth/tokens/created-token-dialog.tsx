import { useState } from 'react'
import { useLeaveGuard } from '../../../lib/use-leave-guard.ts'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DialogFoot } from '../../../ui/dialog-foot.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { StatusMessage } from '../form-failure.tsx'
import own from './tokens.module.css'
import type { CreatedToken } from './tokens.queries.ts'

type Props = { readonly created: CreatedToken; readonly onClose: () => void }

/** Shows the secret of a new token, this one time. Asks before it closes until the secret was copied (R27.40). */
export function CreatedTokenDialog({ created: { token, secret }, onClose }: Props) {
  const [outcome, setOutcome] = useState<string | null>(null)
  const [isCopied, setIsCopied] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const guard = useLeaveGuard(!isCopied)
  const copy = async () => {
    try {
      // Browsers provide the clipboard only on a secure page.
      await navigator.clipboard.writeText(secret)
      setIsCopied(true)
      setOutcome('The token was copied.')
    } catch {
      setOutcome('The token could not be copied. Please select and copy it.')
    }
  }
  return (
    <>
      {/* Rendered first, so that it returns the focus first when both close at the same time. */}
      <ConfirmDialog
        opened={isAsking || guard.isAsking}
        title="Close without your API token?"
        question="It is not shown again. Without it, you need a new token."
        yes="Close"
        no="Stay"
        onYes={() => (guard.isAsking ? guard.leave() : onClose())}
        onNo={() => (guard.isAsking ? guard.stay() : setIsAsking(false))}
      />
      <Dialog
        opened
        title="Copy your API token"
        width={560}
        onClose={() => (isCopied ? onClose() : setIsAsking(true))}
      >
        <div className={own.secret}>
          <p>It is shown only now. Keep it as safe as a password.</p>
          <TextField
            label={token.label}
            readOnly
            value={secret}
            spellCheck={false}
            onCopy={({ currentTarget: { selectionStart, selectionEnd } }) =>
              setIsCopied(isCopied || (selectionStart === 0 && selectionEnd === secret.length))
            }
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
        </div>
        <DialogFoot message={<StatusMessage>{outcome}</StatusMessage>}>
          <Button onClick={onClose}>I have saved it</Button>
          <Button look="primary" onClick={() => void copy()}>
            Copy
          </Button>
        </DialogFoot>
      </Dialog>
    </>
  )
}
