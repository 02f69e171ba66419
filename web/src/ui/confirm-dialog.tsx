import { useId, type CSSProperties, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { Button } from './button.tsx'
import classes from './dialog.module.css'
import { useModalDialog } from './use-modal-dialog.ts'

type Props = {
  readonly opened: boolean
  readonly title: string
  readonly question: ReactNode
  /** What the question is about, a file's name for one; empty where it has none. */
  readonly subject?: string | undefined
  readonly onYes: () => void
  readonly onNo: () => void
  readonly yes?: string
  readonly no?: string
  /** Yes loses nothing: its button is no warning. */
  readonly isHarmless?: boolean
  /** What Yes started is still running. */
  readonly isBusy?: boolean
}

/** Asks before something that cannot simply be undone. The focus waits on No; Escape means No. */
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
      // A dialog that needs an answer; the element's own role would be announced as one that merely informs.
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
