import { Button } from '../../../ui/button.tsx'
import { EditMessage } from './edit-message.tsx'
import type { Message } from '../edit-session.ts'
import classes from '../edit.module.css'

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
    <div className={classes.foot}>
      <EditMessage message={message} />
      <div className={classes.actions}>
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
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </div>
  )
}
