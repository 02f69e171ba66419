import type { Matching, Selection } from './selection.ts'

/** What the bar for the selected files needs to know of the list. */
export type SelectionBarProps = {
  readonly selection: Selection
  /** All that the shown filters match; null until their rows are on screen. */
  readonly matching: Matching | null
  /** The rows on screen. */
  readonly rows: readonly { readonly FileID: number; readonly CategoryID: number }[]
  /** The county that the list is limited to; null for several. */
  readonly countyId: number | null
  /** Shows the files that this query string matches. */
  readonly onShow: (filter: string) => void
  /** Called after files were changed. */
  readonly onChanged: () => void
}
