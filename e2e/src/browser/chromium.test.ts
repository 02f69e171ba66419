import { chromium } from '@playwright/test'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { bundledChromium } from './bundled-chromium.ts'
import type { ChromiumLaunch } from './chromium-launch.ts'
import { findChromium } from './chromium.ts'
import { withLock } from './folder-lock.ts'

const folders: string[] = []

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-browser-'))
  folders.push(folder)
  return folder
}

/** Pictures of a page with a line of text and one without, each in its own context. */
async function picturesOf({ origin: _origin, ...launch }: ChromiumLaunch): Promise<[Buffer, Buffer]> {
  const browser = await chromium.launch(launch)
  const picture = async (text: string) => {
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.setContent(`<p>${text}</p>`)
    const bytes = await page.screenshot()
    await context.close()
    return bytes
  }
  try {
    return [await picture('Rendition 2026'), await picture('')]
  } finally {
    await browser.close()
  }
}

afterEach(async () => {
  vi.unstubAllEnvs()
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true })))
})

describe('the browser of the tests', () => {
  it('opens pages with readable text in one context after another', async () => {
    const [written, blank] = await picturesOf(await findChromium())
    expect(written).not.toEqual(blank)
  })

  it('does so with the bundled one, on the machines it was made for', async () => {
    const madeForThisMachine = process.platform === 'linux' && process.arch === 'x64'
    const outcome = await bundledChromium()
      .then(picturesOf)
      .then(([written, blank]) => (written.equals(blank) ? 'no text' : 'text'))
      .catch((error: Error) => error.message)
    expect(outcome).toBe(
      madeForThisMachine
        ? 'text'
        : 'No Chromium was found. Please install Chrome or Chromium, or name one with CHROMIUM_PATH.',
    )
  })

  it('is the one that CHROMIUM_PATH names, before any other', async () => {
    vi.stubEnv('CHROMIUM_PATH', process.execPath)
    expect(await findChromium()).toMatchObject({ executablePath: process.execPath })
  })

  it('says so if CHROMIUM_PATH names no program', async () => {
    vi.stubEnv('CHROMIUM_PATH', '/nowhere/chromium')
    await expect(findChromium()).rejects.toThrow(
      'CHROMIUM_PATH names /nowhere/chromium, and nothing is there.',
    )
  })

  it('may be a Chromium on PATH', async () => {
    const folder = await temporaryFolder()
    await writeFile(join(folder, 'chromium'), '')
    vi.stubEnv('CHROMIUM_PATH', '')
    vi.stubEnv('PATH', folder)
    expect(await findChromium()).toMatchObject({ executablePath: join(folder, 'chromium') })
  })
})

describe('the lock of the unpacking', () => {
  it('admits one process at a time', async () => {
    const lock = join(await temporaryFolder(), 'lock')
    let working = 0
    let most = 0
    const work = async () => {
      most = Math.max(most, (working += 1))
      await new Promise(setImmediate)
      working -= 1
    }
    await Promise.all([1, 2, 3, 4].map(() => withLock(lock, 10_000, work)))
    expect(most).toBe(1)
  })

  it('can be taken over if its holder is gone', async () => {
    const lock = join(await temporaryFolder(), 'lock')
    await writeFile(lock, '2147483646')
    expect(await withLock(lock, 10_000, async () => 'done')).toBe('done')
  })

  it('is free again after failed work', async () => {
    const lock = join(await temporaryFolder(), 'lock')
    await expect(withLock(lock, 10_000, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await withLock(lock, 10_000, async () => 'done')).toBe('done')
  })
})
