import type { ComponentProps } from 'react'
import classes from './progress-line.module.css'

type Props = Pick<ComponentProps<'progress'>, 'value' | 'max' | 'aria-label' | 'aria-hidden'> & {
  /** Its place. The class may set `--progress-width`, `--progress-track` and `--progress-color`. */
  readonly className: string | undefined
}

/** A thin line that shows how much is done. */
export function ProgressLine({ className, ...progress }: Props) {
  return <progress {...progress} className={`${classes.line} ${className}`} />
}
