/** How to launch the Chromium that was found, with the fields of Playwright's launch options. */
export type ChromiumLaunch = {
  /** One phrase for people: which browser this is, and why it was chosen. */
  readonly origin: string
  readonly channel?: 'chrome' | 'msedge'
  readonly executablePath?: string
  readonly args?: string[]
  readonly env?: Record<string, string>
}
