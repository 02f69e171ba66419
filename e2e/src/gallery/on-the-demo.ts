import { chromium, type Browser } from '@playwright/test'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findChromium } from '../browser/chromium.ts'
import { portalEnvironment, startPortal } from '../browser/portal-process.ts'
import { addSettledTo } from '../browser/settled.ts'

/** The folder of the pictures in the documentation. */
export const PICTURES = fileURLToPath(new URL('../../../docs/pictures', import.meta.url))

export type Gallery = { readonly browser: Browser; readonly url: string; readonly folder: string }

/** Starts a demo in a fresh folder, takes pictures of it and stops it. */
export async function onTheDemo(folder: string, take: (gallery: Gallery) => Promise<void>): Promise<void> {
  await mkdir(folder, { recursive: true })
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-screens-'))
  const { origin: _origin, ...launch } = await findChromium()
  const portal = await startPortal(portalEnvironment(dataDir), ['--demo'])
  const browser = await chromium.launch(launch)
  addSettledTo(browser)
  try {
    await take({ browser, url: portal.url, folder })
  } finally {
    await browser.close()
    await portal.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  console.log(`The pictures are in ${folder}`)
}
