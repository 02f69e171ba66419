import { type ReactNode, useEffectEvent, useLayoutEffect } from 'react'
import { createPortal } from 'react-dom'
import type { DocumentPanelProps } from '../../lib/document-panel-props.ts'
import { useMedia } from '../../lib/use-media.ts'
import { Sheet } from '../../ui/sheet.tsx'
import classes from './document-panel.module.css'

type Props = {
  /** Names the panel for screen readers. */
  readonly label: string
  readonly onClose: () => void
  readonly children: ReactNode
}

type FrameProps = Props & Pick<DocumentPanelProps, 'isAboveDialog'>

/** From this width on, list and panel are side by side. The style sheet has the same. */
const BESIDE = '(width >= 1200px)'

/** Beside the list. In a narrower window, or if the list is in a dialog, above it, where what is behind is inert. */
export function PanelFrame({ isAboveDialog = false, ...props }: FrameProps) {
  const isBeside = useMedia(BESIDE) && !isAboveDialog
  return createPortal(isBeside ? <Beside {...props} /> : <Sheet {...props} />, document.body)
}

function Beside({ label, onClose, children }: Props) {
  useEscape(onClose)
  return (
    <aside aria-label={label} className={classes.panel} data-panel="beside">
      {children}
    </aside>
  )
}

/** Anywhere on the screen, unless a control, a dialog or a menu has used the key. */
function useEscape(onClose: () => void): void {
  const close = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return
    if (document.querySelector('dialog[open]') !== null) return
    event.preventDefault()
    onClose()
  })
  // From the first paint on: an earlier Escape would clear the selection behind the panel.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => close(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
