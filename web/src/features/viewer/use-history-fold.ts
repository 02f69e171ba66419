import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/** Whether the history of the panel is open, which lasts while a user goes from document to document. */
export function useHistoryFold() {
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const toggle = () => {
    // The list must have its height before it is scrolled to.
    flushSync(() => setIsOpen(!isOpen))
    if (!isOpen) button.current?.scrollIntoView({ block: 'start' })
  }
  return {
    isOpen,
    button,
    toggle,
    /** The key moves the focus, too, so that Tab goes on to the list. */
    press: () => {
      button.current?.focus({ preventScroll: true })
      toggle()
    },
  }
}
