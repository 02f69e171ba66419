import type { Page } from '@playwright/test'
import { ADMINISTRATOR, DEMO_PASSWORD } from '@portal/server/src/demo/sample-people.ts'
import { join, resolve } from 'node:path'
import { ADMINISTRATION } from './gallery/administration.ts'
import { type Gallery, onTheDemo, PICTURES } from './gallery/on-the-demo.ts'
import type { Screen } from './gallery/screen.ts'
import { SCREENS } from './gallery/screens.ts'
import { openAt } from './gallery/steps.ts'
import { type Look, show } from './steps/eyes.ts'
import { frame } from './steps/frame.ts'

const ALL_SCREENS = [...SCREENS, ...ADMINISTRATION]

/** The pictures of the README. */
const IN_THE_README: readonly (readonly [screen: string, look: Look])[] = [
  ['login', { colorScheme: 'light', width: 1440 }],
  ['documents', { colorScheme: 'light', width: 1440 }],
  ['edit', { colorScheme: 'light', width: 1440 }],
  ['upload-done', { colorScheme: 'light', width: 1440 }],
  ['owners', { colorScheme: 'dark', width: 1440 }],
  ['documents', { colorScheme: 'dark', width: 360 }],
]

/** What the guide for administrators shows: the top of the screen in a window of this size in pixels, or one region of it. */
const IN_THE_GUIDE: readonly { screen: string; window: [width: number, height: number]; region?: string }[] =
  [
    { screen: 'people', window: [1160, 560] },
    { screen: 'people-invite', window: [900, 640] },
    { screen: 'person', window: [900, 620] },
    { screen: 'counties', window: [1160, 560] },
    { screen: 'history', window: [1160, 560] },
    { screen: 'state', window: [900, 620] },
    { screen: 'second-factor', window: [900, 900], region: 'Two-step verification' },
    { screen: 'proof', window: [900, 480] },
  ]

/** Pixels. */
const GALLERY_WIDTHS = [360, 640, 768, 1024, 1440]

/** A page of the demo that shows this screen. */
async function openScreen({ browser, url }: Gallery, screen: Screen): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, timezoneId: 'America/Chicago', locale: 'en-US' })
  const page = await context.newPage()
  if (!screen.isPublic) {
    const data = { username: ADMINISTRATOR, password: DEMO_PASSWORD }
    await page.request.post('/api/auth/login', { data })
  }
  await screen.open(page)
  return page
}

async function takePictures(gallery: Gallery, screen: Screen): Promise<void> {
  const page = await openScreen(gallery, screen)
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of GALLERY_WIDTHS) {
      await show(page, { colorScheme, width })
      await page.screenshot({ path: join(gallery.folder, `${screen.name}-${colorScheme}-${width}.png`) })
    }
  }
  await page.context().close()
}

function screenOf(name: string): Screen {
  const screen = ALL_SCREENS.find((known) => known.name === name)
  if (!screen) throw new Error(`There is no screen '${name}'.`)
  return screen
}

async function takeForTheGuide(gallery: Gallery): Promise<void> {
  for (const {
    screen,
    window: [width, height],
    region,
  } of IN_THE_GUIDE) {
    const page = await openScreen(gallery, screenOf(screen))
    await show(page, { colorScheme: 'light', width })
    await page.setViewportSize({ width, height })
    const shown = region === undefined ? page : page.getByRole('region', { name: region, exact: true })
    await shown.screenshot({ path: join(gallery.folder, `guide-${screen}.png`) })
    await page.context().close()
  }
}

async function takeForTheReadme(gallery: Gallery): Promise<void> {
  for (const [name, look] of IN_THE_README) {
    const page = await openScreen(gallery, screenOf(name))
    await show(page, look)
    await page.screenshot({ path: join(gallery.folder, `${name}-${look.colorScheme}-${look.width}.png`) })
    await page.context().close()
  }
}

/** Only narrow windows have the menu. */
async function takeMenu({ browser, url, folder }: Gallery): Promise<void> {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 360, height: 900 } })
  const page = await context.newPage()
  await page.request.post('/api/auth/login', {
    data: { username: ADMINISTRATOR, password: DEMO_PASSWORD },
  })
  await openAt(page, '/landing')
  await frame(page).menuButton.click()
  await page.screenshot({ path: join(folder, 'menu-light-360.png') })
  await context.close()
}

/** @param names those to take; all if it is empty. */
async function takeEverything(gallery: Gallery, names: readonly string[]): Promise<void> {
  for (const screen of ALL_SCREENS.filter(({ name }) => names.length === 0 || names.includes(name))) {
    await takePictures(gallery, screen)
    console.log(screen.name)
  }
  await takeMenu(gallery)
}

// Without a folder the README's own pictures are made again, with `guide` alone those of the guide for administrators; with one, every screen, or those named behind it, in light
// and dark at five widths.
const [folder, ...names] = process.argv.slice(2)
if (folder === undefined) await onTheDemo(PICTURES, takeForTheReadme)
else if (folder === 'guide') await onTheDemo(PICTURES, takeForTheGuide)
else await onTheDemo(resolve(folder), (gallery) => takeEverything(gallery, names))
