import type { ButtonHTMLAttributes } from 'react'
import classes from './icon-button.module.css'

type Props = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'type'> & {
  /** An icon says nothing to a screen reader: the name does. */
  readonly 'aria-label': string
  readonly isDanger?: boolean
}

/** A button of a table's row that is an icon. */
export function IconButton({ isDanger = false, ...others }: Props) {
  return <button type="button" className={iconButtonClass} data-danger={isDanger || undefined} {...others} />
}

/** The look of an icon button, for a link that is one. */
export const iconButtonClass = classes.icon
