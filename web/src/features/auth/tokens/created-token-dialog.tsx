import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DialogFoot } from '../../../ui/dialog-foot.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { StatusMessage } from '../form-failure.tsx'
import own from './tokens.module.css'
import type { CreatedToken } from './tokens.queries.ts'

type Props = { readonly created: CreatedToken; readonly onClose: () => void }

/** Shows the secret of a new token, this one time. */
export function CreatedTokenDialog({ created: { token, secret }, onClose }: Props) {
  const [outcome, setOutcome] = useState<string | null>(null)
  const copy = async () => {
    try {
      // Browsers provide the clipboard only on a secure page.
      await navigator.clipboard.writeText(secret)
      setOutcome('The token was copied.')
    } catch {
      setOutcome('The token could not be copied. Please select and copy it.')
    }
  }
  return (
    <Dialog opened title="Copy your API token" width={560} onClose={onClose}>
      <div className={own.secret}>
        <p>It is shown only now. Keep it as safe as a password.</p>
        <TextField
          label={token.label}
          readOnly
          value={secret}
          spellCheck={false}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
      </div>
      <DialogFoot message={<StatusMessage>{outcome}</StatusMessage>}>
        <Button onClick={() => void copy()}>Copy</Button>
        <Button look="primary" onClick={onClose}>
          I have saved it
        </Button>
      </DialogFoot>
    </Dialog>
  )
}
