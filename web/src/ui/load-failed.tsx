import { useLayoutEffect, useRef } from 'react'
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
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { current: element } = box
    return () => leaveFocus(element)
  }, [])
  const look = isInField ? classes.inField : `${classes.state} ${classes.failed}`
  return (
    <div ref={box} role="alert" className={look}>
      {text}
      <Button onClick={onRetry}>Try again</Button>
    </div>
  )
}

/** Whoever pressed Try again is at the list when that has come: its button goes with the focus in it. */
function leaveFocus(element: HTMLElement | null): void {
  if (!element?.contains(document.activeElement)) return
  element.closest<HTMLElement>('section[tabindex="-1"]')?.focus({ preventScroll: true })
}
