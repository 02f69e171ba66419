import { useEffect, useEffectEvent } from 'react'
import { isInField } from '../../lib/single-keys.ts'

/** Ctrl+Z, or Command+Z, undoes as long as there is something to undo; in a field it belongs to the field. */
export function useUndoKey(undo: (() => void) | null): void {
  const isOn = undo !== null
  const run = useEffectEvent(() => undo?.())
  useEffect(() => {
    if (!isOn) return undefined
    const onKeyDown = (event: KeyboardEvent) => {
      const isUndo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey
      const { target } = event
      if (!isUndo || isInField(target) || document.querySelector('dialog[open]') !== null) return
      event.preventDefault()
      run()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [isOn])
}
