import { useRef, useState, type ReactNode, type SubmitEvent } from 'react'
import { useLeaveGuard } from '../lib/use-leave-guard.ts'
import { Button } from './button.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { DISCARD } from './discard.ts'
import { Dialog } from './dialog.tsx'
import { DialogFoot } from './dialog-foot.tsx'
import { Notice } from './notice.tsx'
import classes from './dialog.module.css'

type Props = {
  readonly title: string
  /** The width in pixels, if the window is wide enough. */
  readonly width?: number
  /** The question before unsent input is discarded; null while there is no unsent input. */
  readonly question?: { readonly title: string; readonly question: string } | null
  readonly onClose: () => void
  /** `close` asks the question first. */
  readonly children: (close: () => void) => ReactNode
}

/** A dialog with a form. It fills the window on phones, and does not lose unsent input by accident. */
export function FormDialog({ title, width = 560, question = null, onClose, children }: Props) {
  const [isAsking, setIsAsking] = useState(false)
  const isHeld = question !== null
  const guard = useLeaveGuard(isHeld)
  const close = () => (isHeld ? setIsAsking(true) : onClose())
  return (
    <>
      {/* Rendered first, so that it returns the focus first when both close at the same time. */}
      {question && (
        <ConfirmDialog
          opened={isAsking || guard.isAsking}
          {...question}
          {...DISCARD}
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
  /** Why the last attempt failed. */
  readonly failure: string | null
  readonly isBusy: boolean
  /** The label of the submit button. */
  readonly submit: ReactNode
  readonly look?: 'primary' | 'danger'
  readonly onSubmit: () => void
  readonly cancel?: string
  readonly onCancel: () => void
  /** A button at the left, separate from the others. */
  readonly apart?: ReactNode
  readonly children: ReactNode
}

/** The fields of a dialog, and its footer. Focuses the first invalid field. */
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
    // Invalid fields are marked only from the next frame.
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
