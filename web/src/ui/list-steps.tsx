import { Button } from './button.tsx'
import classes from './list-screen.module.css'

type Step = {
  readonly label: string
  /** Null where it leads nowhere. */
  readonly go: (() => void) | null
}

type Props = { readonly back: Step; readonly ahead: Step }

/** The ways from one page of a list to those beside it; none where it is the only one. */
export function ListSteps({ back, ahead }: Props) {
  if (back.go === null && ahead.go === null) return null
  return (
    <nav aria-label="Pages" className={classes.steps}>
      {[back, ahead].map(({ label, go }) => (
        // Not `disabled`: at the last page that would take the focus from who pressed it.
        <Button key={label} aria-disabled={go === null} onClick={() => go?.()}>
          {label}
        </Button>
      ))}
    </nav>
  )
}
