import { findOnPath } from './chromium.ts'

export type FirefoxLaunch = {
  readonly origin: string
  readonly channel: 'moz-firefox'
  readonly executablePath: string
}

/** The Firefox of this machine, if it has one. Playwright drives it unpatched. */
export function installedFirefox(): FirefoxLaunch | undefined {
  const executablePath = process.env.FIREFOX_PATH || findOnPath(['firefox-esr', 'firefox'])
  return executablePath ? { origin: executablePath, channel: 'moz-firefox', executablePath } : undefined
}

/** The same, or an error without one. */
export function findFirefox(): FirefoxLaunch {
  const firefox = installedFirefox()
  if (!firefox)
    throw new Error('No Firefox is installed. Install firefox-esr, or name one with FIREFOX_PATH.')
  return firefox
}
