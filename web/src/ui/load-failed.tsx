import { Button } from './button.tsx'
import classes from './states.module.css'

type Props = {
  readonly onRetry: () => void
  /** A sentence of the screen's own, where it is not a list that failed. */
  readonly text?: string
}

/** Stands where an empty list's words would, so that a failure is never taken for emptiness. */
export function LoadFailed({ onRetry, text = 'This list could not be loaded.' }: Props) {
  return (
    <div role="alert" className={`${classes.state} ${classes.failed}`}>
      {text}
      <Button onClick={onRetry}>Try again</Button>
    </div>
  )
}
