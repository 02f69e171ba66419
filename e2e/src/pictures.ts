import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { countyPeople, DEMO_PASSWORD } from '@portal/server/src/demo/sample-people.ts'
import { CLERK_PICTURES, type ClerkPicture } from './gallery/clerk-pictures.ts'
import { type Gallery, onTheDemo, PICTURES } from './gallery/on-the-demo.ts'
import { show } from './steps/eyes.ts'

/** The largest size of a picture in bytes, so that the guide opens fast. */
const LARGEST_PICTURE = 80_000

const [CLERK] = countyPeople('Midland')

/** Pixels. A wider window is scaled down to it. */
const LARGEST_WIDTH = 900

/** A page of the demo for the clerk of Midland, who is signed in unless the picture is public. */
async function openPage({ browser, url }: Gallery, { isPublic, window }: ClerkPicture): Promise<Page> {
  const context = await browser.newContext({
    baseURL: url,
    timezoneId: 'America/Chicago',
    locale: 'en-US',
    deviceScaleFactor: Math.min(1, LARGEST_WIDTH / window[0]),
  })
  const page = await context.newPage()
  if (!isPublic)
    await page.request.post('/api/auth/login', { data: { username: CLERK, password: DEMO_PASSWORD } })
  return page
}

/** Replaces the address of the demo, whose port differs in each run. */
async function hidePort(page: Page): Promise<void> {
  await page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const { currentNode: text } = texts
      text.nodeValue = text.nodeValue?.replace(/(?:http:\/\/)?localhost:\d+/u, 'portal.example') ?? ''
    }
  })
}

async function takePicture(gallery: Gallery, picture: ClerkPicture): Promise<void> {
  const [width, height] = picture.window
  const path = join(gallery.folder, `clerk-${picture.name}.png`)
  const page = await openPage(gallery, picture)
  await show(page, { colorScheme: 'light', width })
  await page.setViewportSize({ width, height })
  await picture.open(page)
  await hidePort(page)
  await page.settled({ only: 'paint' })
  const shown = picture.region?.(page) ?? page
  await shown.screenshot({ path })
  await page.context().close()
  const { size } = await stat(path)
  if (size > LARGEST_PICTURE) throw new Error(`${path} has ${size} bytes, more than ${LARGEST_PICTURE}.`)
  console.log(`${picture.name}: ${size} bytes`)
}

/** Makes the pictures of docs/for-county-clerks.md again; with names, only these. */
const names = process.argv.slice(2)
await onTheDemo(PICTURES, async (gallery) => {
  for (const picture of CLERK_PICTURES)
    if (names.length === 0 || names.includes(picture.name)) await takePicture(gallery, picture)
})
