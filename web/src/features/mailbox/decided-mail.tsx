import { useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import classes from './mailbox.module.css'

type Props = {
  /** That somebody else decided while this person was about to; null where they only look. */
  readonly meanwhile: string | null
  readonly onClose: () => void
}

/** The way back from a message on which nothing is left to decide. */
export function DecidedMail({ meanwhile, onClose }: Props) {
  const itself = useRef<HTMLDivElement>(null)
  // It stands in the place of the form whose button was pressed.
  useEffect(() => {
    if (meanwhile !== null) itself.current?.querySelector<HTMLElement>('button:last-child')?.focus()
  }, [meanwhile])
  return (
    <>
      {meanwhile !== null && <Notice tone="error">{meanwhile}</Notice>}
      <div ref={itself} className={classes.actions}>
        <Button onClick={onClose}>{meanwhile === null ? 'Close' : 'Back to the list'}</Button>
      </div>
    </>
  )
}
