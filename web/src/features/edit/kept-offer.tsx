import { useId } from 'react'
import { Button } from '../../ui/button.tsx'
import classes from './edit.module.css'

type Props = {
  /** The names of the sections that would change. */
  readonly parts: readonly string[]
  readonly onBring: () => void
  readonly onDiscard: () => void
}

/** Offers changes that were typed here and never saved. */
export function KeptOffer({ parts, onBring, onDiscard }: Props) {
  const title = useId()
  return (
    <section aria-labelledby={title} className={classes.offer}>
      <h3 id={title} className={classes.offerTitle}>
        What you changed here was not saved, and is kept.
      </h3>
      <p>Unsaved changes: {parts.join(', ')}.</p>
      <div className={classes.actions}>
        <Button look="primary" aria-describedby={title} onClick={onBring}>
          Bring it back
        </Button>
        <Button aria-describedby={title} onClick={onDiscard}>
          Discard it
        </Button>
      </div>
    </section>
  )
}
