import type { ReactNode } from 'react'
import classes from './dialog-foot.module.css'

type Props = {
  /** The outcome of the last attempt: before the buttons, or above them if there is no room. */
  readonly message?: ReactNode
  /** A button at the left, separate from the rest, that ends or rejects something. */
  readonly apart?: ReactNode
  /** The buttons; the filled one comes last. */
  readonly children: ReactNode
}

/** The buttons at the end of a dialog. They stay visible however long the dialog is. */
export function DialogFoot({ message, apart, children }: Props) {
  return (
    <div className={classes.foot}>
      {apart && <div className={classes.apart}>{apart}</div>}
      {message && <div className={classes.message}>{message}</div>}
      <div className={classes.buttons}>{children}</div>
    </div>
  )
}
