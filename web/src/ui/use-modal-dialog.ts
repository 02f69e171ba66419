import { useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react'

const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled):not([type=hidden]), select:not(:disabled), textarea:not(:disabled), [tabindex]:not([tabindex="-1"])'

/**
 * Opens a dialog element above everything while it is mounted. The browser makes the rest inert and returns the focus
 * on closing. Escape and the back gesture call `onClose` of the innermost dialog only. The focus starts on
 * `[data-autofocus]`, or else on the first focusable element.
 */
export function useModalDialog(onClose: () => void): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null)
  const askToClose = useEffectEvent(onClose)
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return undefined
    element.showModal()
    element.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    const forget = listen(element, () => askToClose())
    return () => {
      forget()
      element.close()
      focusHeadingIfLost(element)
    }
  }, [])
  return dialog
}

function listen(element: HTMLDialogElement, askToClose: () => void): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Tab') keepInside(element, event)
    // A control inside that has used the key, such as a list of suggestions, prevents the default.
    if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return
    event.preventDefault()
    event.stopPropagation()
    askToClose()
  }
  const onCancel = (event: Event) => {
    if (event.target !== element) return
    event.preventDefault()
    askToClose()
  }
  element.addEventListener('keydown', onKeyDown)
  element.addEventListener('cancel', onCancel)
  return () => {
    element.removeEventListener('keydown', onKeyDown)
    element.removeEventListener('cancel', onCancel)
  }
}

/** Makes Tab cycle inside the dialog; by default it would move on to the browser's own bars. */
function keepInside(element: HTMLElement, event: KeyboardEvent): void {
  // The arrows reach the controls of a row, and Tab does not.
  const stops = [...element.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (stop) => stop.tabIndex >= 0 && stop.checkVisibility(),
  )
  const [first, last] = [stops[0], stops.at(-1)]
  const { activeElement } = document
  const atEdge = event.shiftKey
    ? activeElement === first || activeElement === element
    : activeElement === last
  if (!atEdge) return
  event.preventDefault()
  const next = event.shiftKey ? last : first
  next?.focus()
}

/** Focuses the heading if the element that opened the dialog is gone, for example a deleted row. */
function focusHeadingIfLost(closed: HTMLElement): void {
  const { activeElement } = document
  // If the opener is gone, the browser leaves the focus in the closed dialog for a while.
  const isLost = !activeElement || activeElement === document.body || closed.contains(activeElement)
  if (!isLost) return
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
}
