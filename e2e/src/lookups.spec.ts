import { expect, test } from './browser/fixtures.ts'
import { ownersScreen } from './steps/owners.ts'

test('R7.7 counties of the owner table that cannot be loaded say so, and Try again loads them', async ({
  page,
  desk,
  people,
  signIn,
  axeClean,
}) => {
  const { county, pleaseSelect } = ownersScreen(page)
  const failed = page.getByRole('main').getByRole('search').getByRole('alert')
  await page.route('**/api/lookup/counties', (route) => route.fulfill({ status: 500, body: '' }))
  await signIn(page, people.administrator)
  await page.goto('/owner-details')
  await expect(failed).toHaveText(/^This list could not be loaded\.\s*Try again$/u)
  await expect(pleaseSelect).toBeVisible()
  await axeClean(page)
  await page.unroute('**/api/lookup/counties')
  await failed.getByRole('button', { name: 'Try again' }).click()
  await county.selectOption(desk.county.Name)
  await expect(failed).toHaveCount(0)
  await expect(pleaseSelect).toHaveCount(0)
})
