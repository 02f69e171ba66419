import { WELCOME_SPLASH_MS } from '@portal/contract/limits.ts'
import type { Page } from '@playwright/test'
import { expect, test } from './browser/fixtures.ts'
import { withoutTimer } from './steps/by-itself.ts'
import { frame, navigated, setWidth, WIDTH } from './steps/frame.ts'
import { expectKeepsFocus } from './steps/keyboard.ts'

const TAGLINE = 'Industrial & Mineral Appraisal Service Since 1926'

test('/welcome stays for 5 seconds with logo, tagline and loading bar, then gives way to /landing, unless a link was followed before', async ({
  page,
  people,
  clock,
  signIn,
}) => {
  await signIn(page, people.countyUser)
  await clock.stop()
  await test.step('S2.32 S2.33 S9.13 stays for 5 seconds with logo, tagline and loading bar, then gives way to /landing', async () => {
    await page.goto('/home')

    await page.goto('/welcome')
    const tagline = page.getByText(TAGLINE, { exact: true })
    await clock.until(tagline)
    await expect(page).toHaveTitle('Welcome · County Document Portal')
    await expect(page.getByRole('img', { name: 'County Document Portal logo' })).toBeVisible()
    await expect(page.getByRole('progressbar', { name: 'Loading' })).toBeAttached()
    await clock.advance(4900)
    await navigated(page)
    await expect(tagline).toBeVisible()
    await expect(page).toHaveURL('/welcome')
    await clock.advance(100)
    await expect(page).toHaveURL('/landing')
  })
  await test.step('Back from the start page does not show the splash again', async () => {
    await page.goBack()
    await expect(page).toHaveURL('/home')
  })
  await test.step('a link goes to /landing immediately, and nothing else happens after 5 seconds', async () => {
    await page.goto('/welcome')
    const link = page.getByRole('main').getByRole('link')
    await clock.until(link)
    await expect(link).toHaveAttribute('href', '/landing')
    await link.click()
    await expect(page).toHaveURL('/landing')
    await page.getByRole('link', { name: 'Upload a document, Click here' }).click()
    await expect(page).toHaveURL('/add')
    await clock.advance(6000)
    await expect(page).toHaveURL('/add')
  })
  await test.step('another link still leads to its screen if it is loading when the time is over', async () => {
    const held = Promise.withResolvers<void>()
    const asked = page.waitForRequest('**/assets/documents-route-*.js')
    await page.route('**/assets/documents-route-*.js', async (route) => {
      await held.promise
      await route.continue()
    })
    await page.goto('/welcome')
    const link = page.getByRole('link', { name: 'Documents', exact: true })
    await clock.until(link)
    await link.click()
    await asked
    await clock.advance(6000)
    held.resolve()
    await expect(page).toHaveURL('/home')
  })
})

test('the bar of /welcome fills, but stands still with reduced motion', async ({ page, people, signIn }) => {
  await signIn(page, people.countyUser)
  const runningAnimations = () =>
    page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length)
  await withoutTimer(page, WELCOME_SPLASH_MS)
  await page.goto('/welcome')
  await expect(page.getByText(TAGLINE)).toBeVisible()
  await expect.poll(runningAnimations).toBeGreaterThan(0)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.reload()
  await expect(page.getByText(TAGLINE)).toBeVisible()
  await expect.poll(runningAnimations).toBe(0)
  await expect(page.getByRole('main').getByRole('link')).toBeVisible()
})

test('/landing has the four links, word for word, and the heading of the next screen takes the focus', async ({
  page,
  people,
  signIn,
}) => {
  await signIn(page, people.countyUser)
  await page.goto('/landing')
  await test.step('S2.34 S2.35 S2.36 S2.37 has the four links, word for word', async () => {
    // Without the boxes below them, whose links depend on the documents.
    const row = page.getByRole('main').getByRole('navigation', { name: 'Start' })
    await expect(page).toHaveTitle('Home · County Document Portal')
    await expect(row.getByRole('link')).toHaveCount(4)
    const ways = await row
      .getByRole('link')
      .evaluateAll((links) =>
        links.map((link) => [
          link.getAttribute('href'),
          link instanceof HTMLElement ? link.innerText.replaceAll(/\s*\n\s*/gu, ' | ') || link.ariaLabel : '',
        ]),
      )
    expect(ways).toEqual([
      ['/add', 'Upload a document, Click here'],
      ['/home', 'Manage Documents | Browse, filter and manage uploaded files'],
      ['/owner-details', 'Owners | View owner details and related information'],
      ['/recyclebin', 'Recycle Bin'],
    ])
  })
  await test.step('S2.37 its recycle bin button is round', async () => {
    const bin = page.getByRole('main').getByRole('link', { name: 'Recycle Bin' })
    const { width, height, borderRadius } = await bin.evaluate((button) => {
      const box = button.getBoundingClientRect()
      return { width: box.width, height: box.height, borderRadius: getComputedStyle(button).borderRadius }
    })
    expect(width).toBe(height)
    expect(borderRadius).toBe('50%')
  })
  await test.step('leads there, and the heading of the next screen takes the focus', async () => {
    const ways = [
      ['Upload a document, Click here', '/add'],
      ['Manage Documents', '/home'],
      ['Owners', '/owner-details'],
      ['Recycle Bin', '/recyclebin'],
    ] as const
    for (const [name, path] of ways) {
      await page.getByRole('main').getByRole('link', { name }).click()
      await expect(page).toHaveURL(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
      await frame(page).logo.click()
    }
  })
})

const ENTRIES = [
  ['Home', '/landing'],
  ['Documents', '/home'],
  ['Owner Detail', '/owner-details'],
  ['Add New', '/add'],
  ['Recycle Bin', '/recyclebin'],
]

test('S2.10 S2.12 V7.4.4 the navigation bar has the entries of the specification in their order, then Logout, and highlights the current one', async ({
  page,
  people,
  signIn,
}) => {
  await signIn(page, people.countyUser)
  await test.step('has the entries of the specification in their order, then Logout; the logo goes to /landing', async () => {
    await page.goto('/home')
    const { row, logo } = frame(page)
    // The signed-in person's name leads to their account.
    const entries = row.getByRole('link').and(page.locator(':not([href="/account"])'))
    await expect(entries).toHaveCount(ENTRIES.length)
    const links = await entries.evaluateAll((all) =>
      all.map((link) => [link.textContent, link.getAttribute('href')]),
    )
    expect(links).toEqual(ENTRIES)
    await expect(row.getByRole('button')).toHaveText('Logout')
    await expect(logo).toHaveAttribute('href', '/landing')
    await expect(logo).toHaveAccessibleName('County Document Portal')
    await logo.click()
    await expect(page).toHaveURL('/landing')
  })
  await test.step('S2.11 highlights the entry of the screen and nothing else; /welcome highlights Home too', async () => {
    const { row } = frame(page)
    const current = row.locator('[aria-current]')
    await page.goto('/welcome')
    await expect(current).toHaveText(['Home'])
    for (const [label = '', path = ''] of ENTRIES) {
      await row.getByRole('link', { name: label, exact: true }).click()
      await expect(page).toHaveURL(path)
      await expect(current).toHaveText([label])
      await expect(current).toHaveAttribute('aria-current', 'page')
    }
  })
  await test.step('the first Tab offers to skip it', async () => {
    const first = page.getByRole('link', { name: 'Upload a document, Click here' })
    await page.goto('/landing')
    await expect(first).toBeVisible()
    await page.keyboard.press('Tab')
    const skip = page.getByRole('link', { name: 'Skip to content' })
    await expect(skip).toBeFocused()
    await expect(skip).toBeInViewport()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await expect(first).toBeFocused()
  })
  await test.step('S2.9 S9.18 is a row from 768 px on, and below that a button', async () => {
    const { row, menuButton } = frame(page)
    await setWidth(page, WIDTH.desktop)
    await page.goto('/landing')
    await expect(row).toBeVisible()
    await expect(menuButton).toBeHidden()
    await setWidth(page, WIDTH.belowDesktop)
    await expect(row).toBeHidden()
    await expect(menuButton).toBeVisible()
  })
})

test('on a phone the navigation opens over everything, keeps the focus, leads on and logs out', async ({
  page,
  people,
  signIn,
}) => {
  await signIn(page, people.countyUser)
  await test.step('S2.9 on a phone opens over everything, takes the focus, keeps it and returns it', async () => {
    const { menuButton, overlay } = frame(page)
    await setWidth(page, WIDTH.phone)
    await page.goto('/landing')
    await menuButton.press('Enter')
    await expect(overlay).toBeVisible()
    await expectKeepsFocus(page, overlay)
    await page.keyboard.press('Escape')
    await expect(overlay).toBeHidden()
    await expect(menuButton).toBeFocused()
    await expect(menuButton).toHaveAttribute('aria-expanded', 'false')
  })
  await test.step('an open menu closes when the window grows', async () => {
    const { menuButton, overlay, row } = frame(page)
    await setWidth(page, WIDTH.belowDesktop)
    await menuButton.click()
    await expect(overlay).toBeVisible()
    await setWidth(page, WIDTH.desktop)
    await expect(overlay).toBeHidden()
    await expect(row).toBeVisible()
  })
  await test.step('on a phone leads on, and logs out', async () => {
    const { menuButton, overlay } = frame(page)
    await setWidth(page, WIDTH.phone)
    await menuButton.click()
    await overlay.getByRole('link', { name: 'Documents' }).click()
    await expect(page).toHaveURL('/home')
    await expect(overlay).toBeHidden()
    await menuButton.click()
    await expect(overlay.getByRole('link', { name: 'Documents' })).toHaveAttribute('aria-current', 'page')
    await overlay.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/login')
    await expect(overlay).toBeHidden()
  })
})

async function expectFooter(page: Page, paths: readonly string[], shows: boolean) {
  for (const path of paths) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
    await expect(frame(page).footer, path).toHaveCount(shows ? 1 : 0)
  }
}

test('S2.7 S2.8 S9.24 the footer appears with the company link and the year 2025 on the screens behind the sign-in but the splash', async ({
  page,
  people,
  signIn,
}) => {
  await test.step('S2.8 the footer is missing if no one is signed in', async () => {
    await expectFooter(page, ['/login', '/no-such-page'], false)
  })
  await test.step('appears with the company link and the year 2025 on the screens behind the sign-in but the splash', async () => {
    await signIn(page, people.countyUser)
    await expectFooter(page, ['/landing', '/recyclebin'], true)
    await expect(frame(page).footer).toContainText('2025')
    await expect(frame(page).footer.getByRole('link')).toHaveText('County Document Portal')
    await expectFooter(page, ['/welcome', '/confirm', '/forgot-password', '/reset-password'], false)
  })
})
