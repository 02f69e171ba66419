import { useRef, useState, type ReactNode, type SubmitEvent } from 'react'
import { useLeaveGuard } from '../lib/use-leave-guard.ts'
import { Button } from './button.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Dialog } from './dialog.tsx'
import { DialogFoot } from './dialog-foot.tsx'
import { Notice } from './notice.tsx'
import classes from './dialog.module.css'

type Props = {
  readonly title: string
  /** Pixels of width, where the window has them. */
  readonly width?: number
  /** The question before unsent input is discarded; null while there is none. */
  readonly question?: {
    readonly title: string
    readonly question: string
    readonly yes: string
    readonly no: string
  } | null
  readonly onClose: () => void
  /** `close` asks the question first. */
  readonly children: (close: () => void) => ReactNode
}

/** A dialog with a form. It fills the window of a phone. Unsent input is not lost by a slip. */
export function FormDialog({ title, width = 560, question = null, onClose, children }: Props) {
  const [isAsking, setIsAsking] = useState(false)
  const isHeld = question !== null
  const guard = useLeaveGuard(isHeld)
  const close = () => (isHeld ? setIsAsking(true) : onClose())
  return (
    <>
      {/* Rendered first, so that it gives the focus back first when both close at once. */}
      {question && (
        <ConfirmDialog
          opened={isAsking || guard.isAsking}
          {...question}
          onYes={() => (guard.isAsking ? guard.leave() : onClose())}
          onNo={() => (guard.isAsking ? guard.stay() : setIsAsking(false))}
        />
      )}
      <Dialog opened title={title} width={width} fillsPhone onClose={close}>
        {children(close)}
      </Dialog>
    </>
  )
}

type FormProps = {
  /** Why the last try failed. */
  readonly failure: string | null
  readonly isBusy: boolean
  /** The words of the button that sends the form. */
  readonly submit: string
  readonly look?: 'primary' | 'danger'
  readonly onSubmit: () => void
  readonly cancel?: string
  readonly onCancel: () => void
  /** A button at the left, apart from the others. */
  readonly apart?: ReactNode
  readonly children: ReactNode
}

/** The fields of a dialog, and its foot. The focus goes to the first field that is refused. */
export function DialogForm({
  failure,
  isBusy,
  submit,
  look = 'primary',
  onSubmit,
  cancel = 'Cancel',
  onCancel,
  apart,
  children,
}: FormProps) {
  const form = useRef<HTMLFormElement>(null)
  const send = (event: SubmitEvent) => {
    event.preventDefault()
    if (isBusy) return
    onSubmit()
    // Refused fields are marked from the next frame on.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  }
  return (
    <form ref={form} noValidate className={classes.form} onSubmit={send}>
      {children}
      <DialogFoot message={failure !== null && <Notice tone="error">{failure}</Notice>} apart={apart}>
        <Button onClick={onCancel}>{cancel}</Button>
        <Button type="submit" look={look} aria-disabled={isBusy}>
          {submit}
        </Button>
      </DialogFoot>
    </form>
  )
}
