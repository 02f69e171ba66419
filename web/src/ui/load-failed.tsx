import { Button } from './button.tsx'
import classes from './states.module.css'

type Props = {
  readonly onRetry: () => void
  /** A sentence of the screen's own, where it is not a list that failed. */
  readonly text?: string
  /** Below a field whose choices are missing, instead of in the place of a list. */
  readonly isInField?: boolean
}

/** Shown instead of the text of an empty list, so that a failure is never mistaken for emptiness. */
export function LoadFailed({ onRetry, text = 'This list could not be loaded.', isInField = false }: Props) {
  const look = isInField ? classes.inField : `${classes.state} ${classes.failed}`
  return (
    <div role="alert" className={look}>
      {text}
      <Button onClick={onRetry}>Try again</Button>
    </div>
  )
}
