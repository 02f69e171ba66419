import type { Page } from '@playwright/test'

export type Screen = {
  readonly name: string
  readonly isPublic?: boolean
  /** Whether a request of this screen stays without a response, so that the page never settles. */
  readonly isHeld?: boolean
  /** Whether its rows are as high as their text. Other tables have rows of one height. */
  readonly hasTallRows?: boolean
  /** Pixels: the only widths with this screen. It is opened at the first of them. */
  readonly widths?: readonly number[]
  /** Brings the page to the shown state. */
  readonly open: (page: Page) => Promise<void>
}
