import { createContext, use } from 'react'

/** The `tabIndex` of the controls in a row that is one stop of the Tab key; undefined elsewhere. */
export const RowControls = createContext<-1 | undefined>(undefined)

/** A control in a cell takes this `tabIndex`, so that Tab passes over it and arrows reach it. */
export function useRowControl(): { readonly tabIndex?: -1 } {
  const tabIndex = use(RowControls)
  return tabIndex === undefined ? {} : { tabIndex }
}
