import type { RefObject } from 'react'
import { Button } from './button.tsx'
import classes from './list-screen.module.css'

type Step = {
  readonly label: string
  /** Null where it leads nowhere. */
  readonly go: (() => void) | null
}

type Props = {
  readonly back: Step
  readonly ahead: Step
  /** The section of the list: the focus goes there, because the new rows begin there. */
  readonly list: RefObject<HTMLElement | null>
}

/** The ways from one page of a list to those beside it; none where it is the only one. */
export function ListSteps({ back, ahead, list }: Props) {
  if (back.go === null && ahead.go === null) return null
  const turn = (go: () => void) => {
    go()
    list.current?.focus()
    list.current?.scrollIntoView({ block: 'start' })
  }
  return (
    <nav aria-label="Pages" className={classes.steps}>
      {[back, ahead].map(({ label, go }) => (
        // Not `disabled`: a list that shortens would take the focus from who is on it.
        <Button key={label} aria-disabled={go === null} onClick={() => go && turn(go)}>
          {label}
        </Button>
      ))}
    </nav>
  )
}
