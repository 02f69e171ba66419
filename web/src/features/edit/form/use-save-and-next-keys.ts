import { useEffect, useEffectEvent, type RefObject } from 'react'

/** Ctrl+Enter anywhere in the form, Cmd+Enter on a Mac. */
export function useSaveAndNextKeys(form: RefObject<HTMLFormElement | null>, onPress: () => void): void {
  const press = useEffectEvent(onPress)
  useEffect(() => {
    const element = form.current
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.isComposing) return
      event.preventDefault()
      if (!event.repeat) press()
    }
    element?.addEventListener('keydown', onKeyDown)
    return () => element?.removeEventListener('keydown', onKeyDown)
  }, [form])
}
