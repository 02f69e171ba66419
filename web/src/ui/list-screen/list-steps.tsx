import { Button } from '../button.tsx'
import classes from './list-screen.module.css'

type Step<State> = {
  readonly label: string
  /** The change of the address; null where the step leads nowhere. */
  readonly to: Partial<State> | null
}

type Props<State> = {
  readonly screen: { readonly turn: (change: Partial<State>) => void }
  readonly back: Step<State>
  readonly ahead: Step<State>
}

/** The steps from one page of a list to those beside it; none where it is the only one. */
export function ListSteps<State>({ screen, back, ahead }: Props<State>) {
  if (back.to === null && ahead.to === null) return null
  return (
    <nav aria-label="Pages" className={classes.steps}>
      {[back, ahead].map(({ label, to }) => (
        // Not `disabled`: a list that shortens would take the focus from who is on it.
        <Button key={label} aria-disabled={to === null} onClick={() => to && screen.turn(to)}>
          {label}
        </Button>
      ))}
    </nav>
  )
}
