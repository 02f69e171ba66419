import type { ButtonHTMLAttributes } from 'react'
import classes from './icon-button.module.css'

type Props = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'type'> & {
  /** An icon says nothing to a screen reader: the name does. */
  readonly 'aria-label': string
  readonly isDanger?: boolean
  /** It is there, and is not for this person. */
  readonly isDim?: boolean
}

/** A button of a table's row that is an icon. */
export function IconButton({ isDanger = false, isDim = false, ...others }: Props) {
  return (
    <button
      type="button"
      className={iconButtonClass}
      data-danger={isDanger || undefined}
      data-dim={isDim || undefined}
      {...others}
    />
  )
}

/** The look of an icon button, for a link that is one. */
export const iconButtonClass = classes.icon
