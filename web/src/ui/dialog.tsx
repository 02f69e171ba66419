import { IconX } from '@tabler/icons-react'
import { useId, type CSSProperties, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import classes from './dialog.module.css'
import { RowControls } from './row-controls.ts'
import { useModalDialog } from './use-modal-dialog.ts'

type Props = {
  readonly opened: boolean
  readonly title: string
  /** Called by Escape, the close button and the back gesture; the opener decides. */
  readonly onClose: () => void
  readonly children: ReactNode
  /** The width in pixels, if the window is wide enough. */
  readonly width?: number
  /** Fills the window at 640 px and below, for forms. */
  readonly fillsPhone?: boolean
  /** Wide enough for two columns in a window of 900 px or more. */
  readonly hasColumns?: boolean
}

/** A dialog with a title, a close button and any content. */
export function Dialog({ opened, ...others }: Props) {
  return opened ? createPortal(<OpenDialog {...others} />, document.body) : null
}

function OpenDialog({
  title,
  onClose,
  children,
  width = 520,
  fillsPhone,
  hasColumns,
}: Omit<Props, 'opened'>) {
  const dialog = useModalDialog(onClose)
  const titleId = useId()
  return (
    <dialog
      ref={dialog}
      className={classes.dialog}
      aria-labelledby={titleId}
      data-fills={fillsPhone || undefined}
      data-columns={hasColumns || undefined}
      style={{ '--dialog-width': `${width}px` } as CSSProperties}
    >
      <div className={classes.header}>
        <h2 id={titleId} tabIndex={-1} className={classes.title}>
          {title}
        </h2>
        <button type="button" className={classes.close} aria-label="Close" onClick={onClose}>
          <IconX aria-hidden size={18} />
        </button>
      </div>
      {/* A dialog that a row has opened has Tab stops of its own. */}
      <RowControls value={undefined}>
        <div className={classes.body}>{children}</div>
      </RowControls>
    </dialog>
  )
}
