import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { buildWeb } from '@portal/web/build.ts'
import { findChromium } from './browser/chromium.ts'
import { installedFirefox } from './browser/firefox.ts'

const CONFIG = fileURLToPath(new URL('../playwright.config.ts', import.meta.url))

/** Runs the browser tests. Words after the command go to Playwright, such as a file or `--headed`. */
async function run(words: readonly string[]): Promise<number> {
  // Each worker starts a portal, and each portal would build the same screens.
  await buildWeb({ log: console.log })
  const chromium = await findChromium()
  console.log(`Chromium: ${chromium.origin}`)
  const firefox = installedFirefox()
  console.log(
    firefox ? `Firefox: ${firefox.origin}` : 'Firefox: none is installed, so its smoke script does not run.',
  )
  const playwright = createRequire(import.meta.url).resolve('@playwright/test/cli')
  const child = spawn(process.execPath, [playwright, 'test', '--config', CONFIG, ...words], {
    stdio: 'inherit',
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve(code ?? 1))
  })
}

process.exitCode = await run(process.argv.slice(2))
