import type { ReactNode } from 'react'
import classes from './sheet.module.css'
import { useModalDialog } from './use-modal-dialog.ts'

type Props = {
  /** Names the sheet for screen readers. */
  readonly label: string
  readonly onClose: () => void
  /** Whether the single-character keys of the screen work inside. */
  readonly hasScreenKeys?: boolean
  readonly children: ReactNode
}

/** A panel above the right part of the screen, or above all of a phone. What is behind it is inert, and keeps its place. */
export function Sheet({ label, onClose, hasScreenKeys = false, children }: Props) {
  const dialog = useModalDialog(onClose)
  return (
    <dialog
      ref={dialog}
      aria-label={label}
      className={classes.sheet}
      data-panel="sheet"
      data-screen-keys={hasScreenKeys || undefined}
    >
      {children}
    </dialog>
  )
}
