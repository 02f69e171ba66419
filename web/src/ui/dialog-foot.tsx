import type { ReactNode } from 'react'
import classes from './dialog-foot.module.css'

type Props = {
  /** Before the buttons, or above them where there is no room: what came of the last try. */
  readonly message?: ReactNode
  /** At the left, apart from the rest: what ends or refuses something. */
  readonly apart?: ReactNode
  /** The buttons, the filled one last. */
  readonly children: ReactNode
}

/** The buttons of a dialog, last in it. They stay in sight however long the dialog is. */
export function DialogFoot({ message, apart, children }: Props) {
  return (
    <div className={classes.foot}>
      {apart && <div className={classes.apart}>{apart}</div>}
      {message && <div className={classes.message}>{message}</div>}
      <div className={classes.buttons}>{children}</div>
    </div>
  )
}
