import { DESKTOP_NAVIGATION_MIN_WIDTH_PX } from '@portal/contract/limits.ts'
import { useSyncExternalStore } from 'react'

/** Pixels; `queue.module.css` draws the rows in these heights. */
const LINE_HEIGHT_PX = 44
const CARD_HEIGHT_PX = 188
const COUNTY_HEIGHT_PX = 26

const isWide = () => matchMedia(`(width >= ${DESKTOP_NAVIGATION_MIN_WIDTH_PX}px)`)

function listen(onChange: () => void): () => void {
  const query = isWide()
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

/** How high a row is drawn: a line, or on phones a card and the gap below it. */
export function useQueueRowHeight({ hasCounty }: { readonly hasCounty: boolean }): number {
  if (useSyncExternalStore(listen, () => isWide().matches)) return LINE_HEIGHT_PX
  return CARD_HEIGHT_PX + (hasCounty ? COUNTY_HEIGHT_PX : 0)
}
