import { useId } from 'react'
import { Button } from '../../ui/button.tsx'
import type { EditRecord } from './edit-record.ts'
import classes from './edit.module.css'
import { FileFacts } from './file-facts.tsx'

type Props = {
  readonly record: EditRecord
  /** The names of the sections that hold something of it. */
  readonly parts: readonly string[]
  readonly onBring: () => void
  readonly onDiscard: () => void
}

/** Asks what shall become of changes that were typed here and never saved, before anything else is typed. */
export function KeptOffer({ record, parts, onBring, onDiscard }: Props) {
  const title = useId()
  return (
    <section aria-labelledby={title} className={classes.form}>
      <FileFacts metadata={record.metadata} />
      <h3 id={title} className={classes.offerTitle}>
        What you changed here was not saved, and is kept.
      </h3>
      <p>Unsaved changes: {parts.join(', ')}.</p>
      <div className={classes.actions}>
        <Button ref={focusOnMount} look="primary" aria-describedby={title} onClick={onBring}>
          Bring it back
        </Button>
        <Button aria-describedby={title} onClick={onDiscard}>
          Discard it
        </Button>
      </div>
    </section>
  )
}

function focusOnMount(button: HTMLButtonElement | null): void {
  button?.focus()
}
