import { expect, test } from './browser/fixtures.ts'
import { frame, setWidth, WIDTH } from './steps/frame.ts'

test('R7.101 the account menu leads to the account, the receipts and the runs, shows the keys, and gives the focus back', async ({
  page,
  people,
  signIn,
  axeClean,
}) => {
  await signIn(page, people.countyUser)
  await setWidth(page, WIDTH.desktop)
  await page.goto('/recyclebin')
  const { accountMenu, menuButton, overlay } = frame(page)
  const list = page.getByRole('list', { name: 'Account menu' })
  await accountMenu.press('Enter')
  await expect(list.getByRole('listitem')).toHaveText([
    'Account',
    'Receipts',
    'Your runs',
    'Keyboard shortcuts',
  ])
  await axeClean(page)
  await page.keyboard.press('Escape')
  await expect(list).toHaveCount(0)
  await expect(accountMenu).toBeFocused()
  await accountMenu.click()
  await list.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(keys).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(accountMenu).toBeFocused()
  await accountMenu.click()
  await list.getByRole('link', { name: 'Receipts' }).click()
  await expect(page).toHaveURL('/receipts')
  await expect(list).toHaveCount(0)

  await setWidth(page, WIDTH.phone)
  await menuButton.click()
  await expect(overlay.getByRole('list', { name: 'Account menu' }).getByRole('listitem')).toHaveCount(4)
  await overlay.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  await expect(keys).toBeVisible()
  await page.keyboard.press('Escape')
  await menuButton.click()
  await overlay.getByRole('link', { name: 'Account', exact: true }).click()
  await expect(page).toHaveURL('/account')
})
