import type { FocusEvent, KeyboardEvent, MouseEvent } from 'react'

const CONTROLS = 'a, button, input, select, label, dialog'

/** False also for the end of a selection of text in the row, and for a click inside a dialog of the row. */
function isBesideControls({ target, currentTarget }: MouseEvent<HTMLElement>): boolean {
  if (!(target instanceof Element) || !currentTarget.contains(target)) return false
  const control = target.closest(CONTROLS)
  // The row itself may be in a dialog.
  const isOnControl = control !== null && currentTarget.contains(control)
  const selected = getSelection()
  const isInText = selected?.isCollapsed === false && selected.containsNode(currentTarget, true)
  return !isOnControl && !isInText
}

/** How a row was pressed. */
export type RowPress = { readonly isRange: boolean }

type Handlers = {
  /** A click beside the controls of the row, or Enter on the row; `isRange` with Shift. */
  readonly onOpen: ((press: RowPress) => void) | undefined
  /** The row or a control in it gets the focus. */
  readonly onFocus: (() => void) | undefined
}

/** The listeners of a row. */
export function rowEvents({ onOpen, onFocus }: Handlers) {
  return {
    ...(onOpen && {
      onClick: (event: MouseEvent<HTMLElement>) => {
        if (isBesideControls(event)) onOpen({ isRange: event.shiftKey })
      },
    }),
    ...(onFocus && {
      // A dialog that a control of the row has opened is not in the row, but React tells its events to it.
      onFocus: ({ target, currentTarget }: FocusEvent<HTMLElement>) => {
        if (currentTarget.contains(target)) onFocus()
      },
    }),
    ...(onOpen &&
      onFocus && {
        onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
          if (event.key !== 'Enter' || event.target !== event.currentTarget) return
          event.preventDefault()
          onOpen({ isRange: event.shiftKey })
        },
      }),
  }
}
