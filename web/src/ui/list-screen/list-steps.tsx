import { Button } from '../button.tsx'
import classes from './list-screen.module.css'

type Step<State> = {
  readonly label: string
  /** The change of the address; null where the step leads nowhere. */
  readonly to: Partial<State> | null
}

type Props<State> = {
  readonly screen: {
    readonly turn: (change: Partial<State>) => void
    /** Whether the rows on screen are those of an earlier query: their cursors lead elsewhere. */
    readonly isOlder: boolean
  }
  readonly back: Step<State>
  readonly ahead: Step<State>
}

/** The steps from one page of a list to those beside it; none where it is the only one. */
export function ListSteps<State>({ screen, back, ahead }: Props<State>) {
  if (back.to === null && ahead.to === null) return null
  return (
    <nav aria-label="Pages" className={classes.steps}>
      {[back, ahead].map(({ label, to }) => {
        const target = screen.isOlder ? null : to
        return (
          // Not `disabled`: a list that shortens would take the focus from the button.
          <Button key={label} aria-disabled={target === null} onClick={() => target && screen.turn(target)}>
            {label}
          </Button>
        )
      })}
    </nav>
  )
}
