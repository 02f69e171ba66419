import { useLayoutEffect, useRef } from 'react'
import { Button } from './button.tsx'
import classes from './states.module.css'

type Props = {
  readonly onRetry: () => void
  /** The screen's own sentence, if something other than a list failed. */
  readonly text?: string
  /** Whether it appears below a field with missing choices, instead of replacing a list. */
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

/** Moves the focus to the list's section: the Try again button disappears while it has the focus. */
function leaveFocus(element: HTMLElement | null): void {
  if (!element?.contains(document.activeElement)) return
  element.closest<HTMLElement>('section[tabindex="-1"]')?.focus({ preventScroll: true })
}
