import { expect, test } from './browser/fixtures.ts'
import { expectNoSidewaysScroll } from './steps/eyes.ts'
import { frame, setWidth, WIDTH } from './steps/frame.ts'

/** Pixels of a window of 1280 by 1024 at 400 %. */
const AT_400 = { width: 320, height: 256 }

const PUBLIC = [
  '/login',
  '/register',
  '/forgot-password',
  '/reset-password?email=a@b.example&token=t',
  '/confirm',
]

test('R7.25 the screens before the sign-in keep their layout at 400 %', async ({ page }) => {
  await page.setViewportSize(AT_400)
  for (const path of PUBLIC) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
    await expectNoSidewaysScroll(page)
  }
})

test('R7.25 at 400 % the bar scrolls away with its screen', async ({ page, desk, signIn }) => {
  await signIn(page, desk.clerk)
  await page.setViewportSize(AT_400)
  await page.goto('/landing')
  const bin = page.getByRole('main').getByRole('link', { name: 'Recycle Bin' })
  await bin.scrollIntoViewIfNeeded()
  await expect(frame(page).menuButton).not.toBeInViewport()
  await expectNoSidewaysScroll(page)
})

test('R7.25 with forced colors people see which screen is current', async ({ page, desk, signIn }) => {
  await signIn(page, desk.clerk)
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto('/landing')
  const lit = frame(page).row.locator('[aria-current]')
  await expect(lit).toBeVisible()
  const colours = await lit.evaluate((entry) => ({
    line: getComputedStyle(entry, '::after').backgroundColor,
    ground: getComputedStyle(document.body).backgroundColor,
  }))
  expect(colours.line).not.toBe(colours.ground)
})

test('R7.57 with reduced motion another theme appears immediately, and buttons do not fade', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await page.goto('/login')
  await page.settled()
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0)
  await expect(page.getByRole('button', { name: 'Show password' })).toHaveCSS('transition-property', 'none')
})

test('icon buttons explain themselves to the pointer', async ({ page, desk, signIn }) => {
  await page.goto('/login')
  await expect(page.getByRole('button', { name: 'Show password' })).toHaveAttribute('title', 'Show password')
  await signIn(page, desk.clerk)
  await setWidth(page, WIDTH.phone)
  await page.goto('/landing')
  const { menuButton, overlay } = frame(page)
  await expect(menuButton).toHaveAttribute('title', 'Menu')
  await menuButton.click()
  await expect(overlay.getByRole('button', { name: 'Close menu' })).toHaveAttribute('title', 'Close menu')
})

test('R7.96 with forced colors the side menu marks only the current screen, wide and on a phone', async ({
  page,
  people,
  signIn,
}) => {
  const menu = page.getByRole('navigation', { name: 'Administration' })
  const edge = (name: string) =>
    menu
      .getByRole('link', { name, exact: true })
      .evaluate((element) => getComputedStyle(element).borderInlineStartColor)
  await signIn(page, people.administrator)
  await page.emulateMedia({ forcedColors: 'active' })
  for (const width of [WIDTH.phone, WIDTH.wide]) {
    await setWidth(page, width)
    await page.goto('/admin/people')
    if (width === WIDTH.phone) await menu.getByRole('button').click()
    const others = await edge('Counties')
    expect(await edge('People')).not.toBe(others)
    expect(others).toBe(await page.evaluate(() => getComputedStyle(document.body).backgroundColor))
  }
})
