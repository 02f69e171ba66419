import type { Page } from '@playwright/test'
import { expect, test } from './browser/fixtures.ts'
import { PASSWORD } from './browser/portal.ts'
import { frame, setWidth, WIDTH } from './steps/frame.ts'
import { expectSoundLooks } from './steps/two-looks.ts'

const NEW_PASSWORD = 'quiet tannery 4417 gate'

function accountScreen(page: Page) {
  const section = (name: string) => page.getByRole('region', { name, exact: true })
  const password = section('Password')
  const sessions = section('Where you are signed in')
  return {
    name: section('Name'),
    password,
    sessions,
    acts: section('What you did lately'),
    current: password.getByLabel('Current password', { exact: true }),
    fresh: password.getByLabel('New password', { exact: true }),
    again: password.getByLabel('Confirm password', { exact: true }),
    change: password.getByRole('button', { name: 'Change password' }),
    rows: sessions.getByRole('listitem'),
  }
}

test('people set their name, end their other sessions, and read their activity, at every width', async ({
  page,
  browser,
  desk,
  signIn,
  axeClean,
}) => {
  const { name, sessions, rows, acts } = accountScreen(page)
  const elsewhere = await browser.newContext()
  await signIn(await elsewhere.newPage(), desk.clerk)
  await signIn(page, desk.clerk)
  await page.goto('/landing')
  await frame(page).accountMenu.click()
  await page.getByRole('banner').getByRole('link', { name: 'Account' }).click()
  await expect(page).toHaveURL('/account')
  await expect(page).toHaveTitle('Account · County Document Portal')
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

  await name.getByLabel('Your name').fill('Ann Reeves')
  await name.getByLabel('Your name').press('Enter')
  await expect(name.getByRole('status')).toHaveText('Your name was saved.')
  await expect(rows).toHaveCount(2)
  await expect(rows.filter({ hasText: 'This one' })).toHaveCount(1)
  await expectSoundLooks(page, axeClean)

  await sessions.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await expect(sessions.getByRole('status')).toHaveText('You are signed out everywhere else.')
  await expect(rows).toHaveCount(1)
  await expect(sessions.getByRole('heading')).toBeFocused()
  await expect(acts).toContainText('Signed out everywhere else')
  await expect(acts).toContainText('Changed your own name')
  await page.reload()
  await expect(name.getByLabel('Your name')).toHaveValue('Ann Reeves')
  await elsewhere.close()

  await test.step('the account is reached from every width', async () => {
    const { accountMenu, menuButton, overlay } = frame(page)
    await setWidth(page, WIDTH.desktop)
    await page.goto('/landing')
    await accountMenu.click()
    await page.getByRole('banner').getByRole('link', { name: 'Account' }).click()
    await expect(page).toHaveURL('/account')
    await setWidth(page, WIDTH.phone)
    await page.goto('/landing')
    await menuButton.click()
    await overlay.getByRole('link', { name: desk.clerk.email }).click()
    await expect(page).toHaveURL('/account')
    await expect(overlay).toBeHidden()
  })
})

test('a password is changed by the current one, and no button moves when the rest of the account loads', async ({
  page,
  desk,
  signIn,
}) => {
  await signIn(page, desk.clerk)
  for (const width of [WIDTH.phone, WIDTH.wide]) {
    await test.step(`no button moves when the rest of the account loads, at ${width} px`, async () => {
      const { current, change } = accountScreen(page)
      const add = page.getByRole('button', { name: 'Add a passkey' })
      const held = Promise.withResolvers<void>()
      await page.route(/\/api\/auth\/(account|second-factor)$/u, async (route) => {
        await held.promise
        await route.continue()
      })
      await setWidth(page, width)
      await page.goto('/account')
      await expect(add).toBeVisible()
      await page.settled({ only: 'paint' })
      const places = () =>
        Promise.all([current, change, add].map(async (part) => (await part.boundingBox())?.y))
      const before = await places()
      held.resolve()
      await expect(page.getByText('Last set')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Set up two-step verification' })).toBeVisible()
      expect(await places()).toEqual(before)

      await page.unroute(/\/api\/auth\/(account|second-factor)$/u)
    })
  }
  await test.step('a password is changed by the current one, and the screen stays', async () => {
    const { password, current, fresh, again, change } = accountScreen(page)
    const problem = password.getByRole('alert').filter({ hasText: /\S/u })
    await page.goto('/account')
    await change.click()
    await expect(problem).toHaveText('Please enter your password.')
    await expect(current).toBeFocused()
    await current.fill('not my password')
    await fresh.fill(NEW_PASSWORD)
    await again.fill(NEW_PASSWORD)
    await again.press('Enter')
    await expect(problem).toHaveText('This password is not right. Please try again.')
    await expect(current).toBeFocused()
    await current.fill(PASSWORD)
    await change.click()
    await expect(password.getByRole('status')).toHaveText(
      'Your password was changed. You are signed out everywhere else.',
    )
    await expect(current).toHaveValue('')
    await page.reload()
    await expect(page).toHaveURL('/account')
    const refused = await page.request.post('/api/auth/login', {
      data: { username: desk.clerk.email, password: PASSWORD },
    })
    expect(refused.status()).toBe(401)
  })
})
