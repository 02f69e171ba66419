import { useEffect, useEffectEvent } from 'react'
import type { Selection } from './selection.ts'
import { isInField, useAreSingleKeysOn } from '../single-keys.ts'

type Options = {
  /** Null for people who may select nothing. */
  readonly selection: Pick<Selection, 'contents' | 'set' | 'toggle'> | null
  /** The document in the preview, which has the key before the row with the focus. */
  readonly viewed: number | null
}

/** `x` selects the file of the preview, or of the row with the focus. Escape clears the selection. */
export function useSelectionKeys({ selection, viewed }: Options): void {
  const areOn = useAreSingleKeysOn()
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (selection === null || event.defaultPrevented || isMeantElsewhere(event)) return
    if (event.key === 'Escape') return clear(selection, event)
    const fileId = event.key === 'x' && areOn && !event.repeat ? (viewed ?? focusedRow()) : null
    if (fileId === null) return
    event.preventDefault()
    selection.toggle(fileId)
  })
  useEffect(() => {
    // On the window, so that a preview or a menu has its Escape first.
    const listen = (event: KeyboardEvent) => press(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
}

function clear(selection: Pick<Selection, 'contents' | 'set'>, event: KeyboardEvent): void {
  const contents = selection.contents()
  if (contents.kind === 'files' && contents.ids.size === 0) return
  event.preventDefault()
  selection.set([])
}

function focusedRow(): number | null {
  const key = document.activeElement?.closest('tr[data-key]')?.getAttribute('data-key')
  return key ? Number(key) : null
}

function isMeantElsewhere({ key, target, altKey, ctrlKey, metaKey, isComposing }: KeyboardEvent): boolean {
  if (isInField(target) || altKey || ctrlKey || metaKey || isComposing) return true
  const behind = key === 'Escape' ? 'dialog[open]' : 'dialog[open]:not([data-panel])'
  return document.querySelector(behind) !== null
}
