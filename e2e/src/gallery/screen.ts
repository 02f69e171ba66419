import type { Page } from '@playwright/test'

export type Screen = {
  readonly name: string
  readonly isPublic?: boolean
  /** Whether a request of this screen stays unanswered, so that the page never settles. */
  readonly isHeld?: boolean
  /** Whether each row of its table is as high as the sentence in it; elsewhere rows are of one height. */
  readonly hasTallRows?: boolean
  /** Pixels: the only widths that have it; it is opened at the first of them. */
  readonly widths?: readonly number[]
  /** Brings the page to what is to be seen. */
  readonly open: (page: Page) => Promise<void>
}
