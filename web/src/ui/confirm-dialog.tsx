import { useId, type CSSProperties, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { Button } from './button.tsx'
import classes from './dialog.module.css'
import { useModalDialog } from './use-modal-dialog.ts'

type Props = {
  readonly opened: boolean
  readonly title: string
  readonly question: ReactNode
  /** The subject of the question, such as a file name; empty if the subject has no name. */
  readonly subject?: string | undefined
  readonly onYes: () => void
  readonly onNo: () => void
  readonly yes?: string
  readonly no?: string
  /** Whether Yes loses nothing, so that its button does not look like a warning. */
  readonly isHarmless?: boolean
  /** Whether the action that Yes started is still running. */
  readonly isBusy?: boolean
}

/** Asks before an action that is not easy to undo. The focus starts on No; Escape means No. */
export function ConfirmDialog({ opened, ...others }: Props) {
  return opened ? createPortal(<OpenConfirm {...others} />, document.body) : null
}

function OpenConfirm({
  title,
  question,
  subject,
  onYes,
  onNo,
  yes = 'Yes',
  no = 'No',
  isHarmless = false,
  isBusy = false,
}: Omit<Props, 'opened'>) {
  const dialog = useModalDialog(onNo)
  const [titleId, questionId, subjectId] = [useId(), useId(), useId()]
  return (
    <dialog
      ref={dialog}
      // The dialog needs an answer; screen readers would announce the element's own role as purely informative.
      role="alertdialog"
      aria-modal="true"
      aria-labelledby={titleId}
      aria-describedby={questionId}
      className={classes.dialog}
      style={{ '--dialog-width': '420px' } as CSSProperties}
    >
      <div className={classes.body}>
        <h2 id={titleId} className={classes.title}>
          {title}
        </h2>
        <p id={questionId} className={classes.question}>
          {question}
        </p>
        {subject && (
          <p id={subjectId} className={classes.subject}>
            <bdi>{subject}</bdi>
          </p>
        )}
        <div className={classes.actions}>
          <Button data-autofocus onClick={onNo}>
            {no}
          </Button>
          <Button
            look={isHarmless ? 'primary' : 'danger'}
            disabled={isBusy}
            aria-describedby={subject ? subjectId : undefined}
            onClick={onYes}
          >
            {yes}
          </Button>
        </div>
      </div>
    </dialog>
  )
}
