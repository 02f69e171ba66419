import type { ButtonHTMLAttributes } from 'react'
import classes from './icon-button.module.css'
import { useRowControl } from './row-controls.ts'

type Props = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className' | 'type'> & {
  /** Required, because screen readers announce the name, not the icon. */
  readonly 'aria-label': string
  /** Marks the button of a row that opens its preview. */
  readonly 'data-preview'?: boolean
  readonly isDanger?: boolean
  /** Whether to show the button as not available to this user. */
  readonly isDim?: boolean
}

/** An icon button in a table row. */
export function IconButton({ isDanger = false, isDim = false, ...others }: Props) {
  const rowControl = useRowControl()
  return (
    <button
      type="button"
      className={iconButtonClass}
      {...rowControl}
      data-danger={isDanger || undefined}
      data-dim={isDim || undefined}
      {...others}
    />
  )
}

/** The icon button's class, for a link that looks like one. */
export const iconButtonClass = classes.icon
