import { useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { useMedia } from '../../../lib/use-media.ts'
import type { QueueScreen } from './use-queue-screen.ts'

/** From this width on the details are beside the list. `batch.module.css` has the same. */
const BESIDE = '(width >= 900px)'

/** Where the details of the files are: beside the list, or in a sheet that a row opens (R3.71). */
export function useDetails({ view }: Pick<QueueScreen, 'view'>, form: RefObject<HTMLFormElement | null>) {
  // Without files there is no row to open, and all fields are below the choice of files.
  const isPanel = useMedia(BESIDE) || view.entries.length === 0
  const [isOpen, setIsOpen] = useState(false)
  if (isOpen && isPanel) setIsOpen(false)
  const set = (isNext: boolean) => flushSync(() => setIsOpen(isNext))
  const focusOn = (field: string) => {
    const element = form.current?.elements.namedItem(field)
    if (element instanceof HTMLElement) element.focus()
  }
  return {
    isPanel,
    isOpen: isOpen && !isPanel,
    /** Shows the details and focuses a field: beside the list the first one, in the sheet its heading. */
    open: (field?: string) => {
      if (!isPanel) set(true)
      if (field !== undefined || isPanel) focusOn(field ?? 'categoryId')
    },
    close: () => {
      if (isOpen) set(false)
    },
  }
}

export type Details = ReturnType<typeof useDetails>
