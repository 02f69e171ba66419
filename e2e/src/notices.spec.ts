import type { Page } from '@playwright/test'
import { expect, test } from './browser/fixtures.ts'
import { expectNoSidewaysScroll, inEveryAppearance } from './steps/eyes.ts'
import { SAMPLE_FILES, uploadAs } from './steps/files.ts'
import { setWidth } from './steps/frame.ts'

function bellOf(page: Page) {
  const bell = page.getByRole('banner').getByRole('button', { name: /^Notices/u })
  const menu = page.getByRole('region', { name: 'Notices' })
  return {
    bell,
    menu,
    notices: menu.getByRole('link'),
    markAll: menu.getByRole('button', { name: 'Mark all as read' }),
  }
}

test('a person is mentioned by keyboard, and the bell leads to the comment', async ({
  page,
  people,
  desk,
  signIn,
  axeClean,
}) => {
  await signIn(page, desk.clerk)
  const { FileID } = await uploadAs(page.request, { name: 'plat.pdf', content: SAMPLE_FILES.pdf })
  await signIn(page, people.administrator)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`/home?county=${desk.county.CountyID}&view=${FileID}#comments`)
  const part = page.locator('[data-panel]')
  const field = part.getByRole('textbox', { name: 'New comment' })
  await test.step('R23.12 an @ lists people who may see the file, and Enter chooses one', async () => {
    await field.fill('Please ask ')
    await field.press('End')
    await field.pressSequentially(`@${desk.clerk.email.slice(0, 8)}`)
    const option = part.getByRole('option', { name: desk.clerk.email })
    await expect(option).toHaveAttribute('aria-selected', 'true')
    await axeClean(page)
    await field.press('Enter')
    await expect(field).toHaveValue(`Please ask @${desk.clerk.email} `)
    await expect(part.getByRole('listbox')).toHaveCount(0)
  })
  await test.step('R23.12 Escape closes the list and not the preview', async () => {
    await field.pressSequentially('or @')
    await expect(part.getByRole('option').first()).toBeVisible()
    await field.press('Escape')
    await expect(part.getByRole('listbox')).toHaveCount(0)
    await expect(field).toBeVisible()
    for (let typed = 0; typed < 4; typed += 1) await field.press('Backspace')
  })
  await test.step('R23.11 the comment shows the name', async () => {
    await field.press('Control+Enter')
    await expect(
      part.getByRole('listitem').filter({ hasText: `Please ask @${desk.clerk.email}` }),
    ).toBeVisible()
  })
  await signIn(page, desk.clerk)
  await page.goto('/landing')
  const { bell, menu, notices, markAll } = bellOf(page)
  await test.step('R23.32 the bell counts the notice, and the menu says it in a sentence', async () => {
    await expect(bell).toHaveAccessibleName('Notices, 1 unread')
    await inEveryAppearance(page, async () => {
      if ((await bell.getAttribute('aria-expanded')) === 'false') await bell.click()
      await expect(notices).toContainText(`mentioned you in a comment on file ${FileID}.`)
      await axeClean(page)
      await expectNoSidewaysScroll(page)
    })
  })
  await test.step('R23.33 the notice leads to the open comments, and is read then', async () => {
    await setWidth(page, 1440)
    await notices.click()
    await expect(part.getByText(`Please ask @${desk.clerk.email}`)).toBeVisible()
    await expect(bell).toHaveAccessibleName('Notices')
    await expect(menu).toHaveCount(0)
  })
  await test.step('R23.33 Mark all as read needs no list of files', async () => {
    await bell.click()
    await markAll.click()
    await expect(notices).toContainText(`file ${FileID}`)
  })
})

for (const width of [390, 768, 1440]) {
  test(`R23.32 the number at the bell moves nothing at ${width} pixels`, async ({ page, people, signIn }) => {
    const counted = Promise.withResolvers<void>()
    await page.route('**/api/notices/count', async (route) => {
      await counted.promise
      await route.fulfill({ json: { unread: 10 } })
    })
    await signIn(page, people.administrator)
    await setWidth(page, width)
    await page.goto('/landing')
    const banner = page.getByRole('banner')
    const { bell } = bellOf(page)
    await expect(bell).toBeVisible()
    await page.settled({ only: 'paint' })
    const places = () =>
      banner
        .locator('a, button, input')
        .evaluateAll((all) => all.map((each) => JSON.stringify(each.getBoundingClientRect())))
    const before = await places()
    counted.resolve()
    await expect(bell.getByText('9+')).toBeVisible()
    expect(await places()).toEqual(before)
    await expectNoSidewaysScroll(page)
  })
}
