import { useEffect, useEffectEvent, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useMedia } from '../../lib/use-media.ts'
import { Sheet } from '../../ui/sheet.tsx'
import classes from './document-panel.module.css'

type Props = {
  /** Names the panel for screen readers. */
  readonly label: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/** From this width on, list and panel are side by side. The style sheet has the same. */
const BESIDE = '(width >= 1200px)'

/** Beside the list, or above it in a narrower window, where the list behind it is inert. */
export function PanelFrame(props: Props) {
  return createPortal(useMedia(BESIDE) ? <Beside {...props} /> : <Sheet {...props} />, document.body)
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
  useEffect(() => {
    const listen = (event: KeyboardEvent) => close(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
