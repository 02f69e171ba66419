import type { Page } from '@playwright/test'

export type Screen = {
  readonly name: string
  readonly isPublic?: boolean
  /** Brings the page to what is to be seen. */
  readonly open: (page: Page) => Promise<void>
}
