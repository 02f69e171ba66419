import type { KeyboardEvent } from 'react'

/** Ctrl+Enter in a text of several lines sends its form, Cmd+Enter on a Mac; unless the form has a use of its own for it. */
export function submitByKey(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
  if (event.defaultPrevented) return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}
