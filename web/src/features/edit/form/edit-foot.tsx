import { Button } from '../../../ui/button.tsx'
import { DialogFoot } from '../../../ui/dialog-foot.tsx'
import { EditMessage } from './edit-message.tsx'
import type { Message } from '../edit-session.ts'

type Props = {
  readonly message: Message | null
  readonly isBusy: boolean
  /** No document follows. */
  readonly isLast: boolean
  readonly onSaveAndNext: () => void
  readonly onCancel: () => void
}

/** How the last save went, and the buttons. */
export function EditFoot({ message, isBusy, isLast, onSaveAndNext, onCancel }: Props) {
  return (
    <DialogFoot message={<EditMessage message={message} />}>
      <Button onClick={onCancel}>Cancel</Button>
      <Button type="submit" look={isLast ? 'primary' : 'plain'}>
        {isBusy ? 'Saving...' : 'Save'}
      </Button>
      <Button
        look={isLast ? 'plain' : 'primary'}
        aria-keyshortcuts="Control+Enter"
        title="Ctrl+Enter"
        onClick={onSaveAndNext}
      >
        Save and next
      </Button>
    </DialogFoot>
  )
}
