import { useEffect, useRef, useState } from 'react'

/** A list that a button opens. Escape closes it and returns the focus; a press or focus elsewhere also closes it. */
export function useFold<Area extends HTMLElement>() {
  const area = useRef<Area>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  useEffect(() => {
    if (!isOpen) return undefined
    const ending = new AbortController()
    const { signal } = ending
    const closeElsewhere = ({ target }: Event) => {
      if (target instanceof Node && !area.current?.contains(target)) setIsOpen(false)
    }
    const closeByEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      setIsOpen(false)
      button.current?.focus()
    }
    document.addEventListener('pointerdown', closeElsewhere, { signal })
    document.addEventListener('focusin', closeElsewhere, { signal })
    area.current?.addEventListener('keydown', closeByEscape, { signal })
    return () => ending.abort()
  }, [isOpen])
  return { area, button, isOpen, setIsOpen }
}
