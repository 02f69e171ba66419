import { Button } from '../button.tsx'
import classes from './list-screen.module.css'

type Step<State> = {
  readonly label: string
  /** The change of the address; null if there is no such page. */
  readonly to: Partial<State> | null
}

type Props<State> = {
  readonly screen: {
    readonly turn: (change: Partial<State>) => void
    /** Whether the shown rows are from an earlier query, so that their cursors do not fit the current one. */
    readonly isOlder: boolean
  }
  readonly back: Step<State>
  readonly ahead: Step<State>
}

/** The steps to the previous and next page of a list; renders nothing for a single page. */
export function ListSteps<State>({ screen, back, ahead }: Props<State>) {
  if (back.to === null && ahead.to === null) return null
  return (
    <nav aria-label="Pages" className={classes.steps}>
      {[back, ahead].map(({ label, to }) => {
        const target = screen.isOlder ? null : to
        return (
          // Not `disabled`: the button would lose the focus when the list gets shorter.
          <Button key={label} aria-disabled={target === null} onClick={() => target && screen.turn(target)}>
            {label}
          </Button>
        )
      })}
    </nav>
  )
}
