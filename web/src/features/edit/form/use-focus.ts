import { useLayoutEffect, type RefObject } from 'react'

const FIELDS = 'select, input, textarea, button'

/** Moves the focus to where the work starts: Status, or a choice between two versions as soon as there is one. */
export function useFocus(form: RefObject<HTMLFormElement | null>, hasChoice: boolean): void {
  useLayoutEffect(() => {
    const element = form.current
    const start = element?.querySelector<HTMLElement>('[name="status"]')
    ;(start ?? element?.querySelector<HTMLElement>(FIELDS))?.focus()
  }, [form])
  useLayoutEffect(() => {
    const choice = hasChoice ? form.current?.querySelector<HTMLElement>('[name="choice"]') : null
    choice?.focus()
    choice?.closest('section')?.scrollIntoView({ block: 'nearest' })
  }, [form, hasChoice])
}
