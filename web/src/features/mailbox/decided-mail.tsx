import { useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { DialogFoot } from '../../ui/dialog-foot.tsx'
import { Notice } from '../../ui/notice.tsx'

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
    if (meanwhile !== null) itself.current?.querySelector<HTMLElement>('button')?.focus()
  }, [meanwhile])
  return (
    <div ref={itself}>
      <DialogFoot message={meanwhile !== null && <Notice tone="error">{meanwhile}</Notice>}>
        <Button onClick={onClose}>{meanwhile === null ? 'Close' : 'Back to the list'}</Button>
      </DialogFoot>
    </div>
  )
}
