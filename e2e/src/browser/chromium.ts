import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { bundledChromium } from './bundled-chromium.ts'
import type { ChromiumLaunch } from './chromium-launch.ts'

const NAMES_ON_PATH = ['chromium', 'chromium-browser', 'chromium-headless-shell', 'google-chrome']

/**
 * Finds a Chromium for the tests: the one of CHROMIUM_PATH, an installed Chrome or Edge, a Chromium on PATH, or else
 * the bundled one. It downloads nothing.
 * @throws Error with one clear sentence if there is none.
 */
export async function findChromium(): Promise<ChromiumLaunch> {
  return (await namedChromium()) ?? installedChannel() ?? chromiumOnPath() ?? (await bundledChromium())
}

async function namedChromium(): Promise<ChromiumLaunch | undefined> {
  const executablePath = process.env.CHROMIUM_PATH
  if (!executablePath) return undefined
  if (!existsSync(executablePath))
    throw new Error(`CHROMIUM_PATH names ${executablePath}, and nothing is there.`)
  return { origin: `${executablePath} (CHROMIUM_PATH)`, executablePath }
}

function installedChannel(): ChromiumLaunch | undefined {
  for (const channel of ['chrome', 'msedge'] as const) {
    const place = channelPlaces(channel).find((path) => existsSync(path))
    if (place) return { origin: `${place} (installed)`, channel }
  }
  return undefined
}

/** The paths where Playwright looks for an installed channel. */
function channelPlaces(channel: 'chrome' | 'msedge'): string[] {
  if (process.platform === 'linux') {
    return [channel === 'chrome' ? '/opt/google/chrome/chrome' : '/opt/microsoft/msedge/msedge']
  }
  if (process.platform === 'darwin') {
    const name = channel === 'chrome' ? 'Google Chrome' : 'Microsoft Edge'
    return [`/Applications/${name}.app/Contents/MacOS/${name}`]
  }
  const below =
    channel === 'chrome'
      ? 'Google\\Chrome\\Application\\chrome.exe'
      : 'Microsoft\\Edge\\Application\\msedge.exe'
  return [process.env.LOCALAPPDATA, process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)']]
    .filter((folder) => folder !== undefined)
    .map((folder) => join(folder, below))
}

function chromiumOnPath(): ChromiumLaunch | undefined {
  const executablePath = findOnPath(NAMES_ON_PATH)
  return executablePath ? { origin: `${executablePath} (on PATH)`, executablePath } : undefined
}

/** The full path of the first of these programs in a folder of PATH. */
export function findOnPath(names: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path))
}
