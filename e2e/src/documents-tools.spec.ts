import type { Page } from '@playwright/test'
import { expect, test } from './browser/fixtures.ts'
import { documentsScreen, LIST_CALL } from './steps/documents.ts'
import { expectKeepsFocus } from './steps/keyboard.ts'
import { frame, setWidth, WIDTH } from './steps/frame.ts'
import { TYPE } from './steps/reference.ts'

/** Each is a minute older than the previous one, so that the list keeps their order. */
function at(minute: number): Date {
  return new Date(Date.parse('2026-06-01T12:00:00Z') - minute * 60_000)
}

function chips(page: Page) {
  const all = page.getByRole('list', { name: 'Applied filters' }).getByRole('button')
  return { all, chip: (text: string) => all.filter({ hasText: text }) }
}

test('the applied filters are named, each with a remove button; failed lists say so, and Try again loads them', async ({
  page,
  desk,
  people,
  records,
  signIn,
  axeClean,
}) => {
  await test.step('R7.28 are named, each with a remove button', async () => {
    const { rows, filters } = documentsScreen(page)
    const { all, chip } = chips(page)
    const { county, clerk: uploadedBy } = desk
    const { category: categoryId, id: typeId } = TYPE.mineralDivisionOrder
    await records.addDocuments([
      { county, uploadedBy, categoryId, typeId, statusId: 4 },
      { county, uploadedBy, categoryId, typeId: TYPE.mineralRendition.id, statusId: 4 },
      { county, uploadedBy, statusId: 4 },
    ])
    await signIn(page, people.administrator)
    await page.goto(`/home?category=2&type=${typeId}&status=4&county=${county.CountyID}`)
    await expect(rows).toHaveCount(1)
    await expect(all).toHaveText([
      'Remove filter Category: Mineral',
      'Remove filter Type: Division Order',
      'Remove filter Status: Need More Info',
      `Remove filter County: ${county.Name}`,
    ])
    await chip('Division Order').click()
    await expect(rows).toHaveCount(2)
    await expect(filters.toggle).toBeFocused()
    await expect(filters.type).toHaveValue('')
    await chip('Mineral').click()
    await expect(rows).toHaveCount(3)
    await expect(page).toHaveURL(`/home?status=4&county=${county.CountyID}`)
    await chip('Need More Info').click()
    await expect(all).toHaveCount(1)
    await chip(county.Name).click()
    await expect(all).toHaveCount(0)
    await expect(page).toHaveURL('/home')
  })
  await test.step('R7.7 choices and names that could not be loaded say so, and Try again loads them', async () => {
    const { filters, column } = documentsScreen(page)
    const panel = page.getByRole('region', { name: 'Filters' })
    const failed = panel.getByRole('alert')

    await page.route(/\/api\/lookup\//u, (route) => route.fulfill({ status: 500, body: '' }))

    await page.goto('/home')
    await expect(failed).toHaveText(/^This list could not be loaded\.\s*Try again$/u)
    await filters.toggle.click()
    // One for the category, one for the county, and one for the names in the rows.
    await expect(failed).toHaveCount(3)
    await axeClean(page)
    await page.unroute(/\/api\/lookup\//u)
    await page.route(/\/api\/lookup\/types\/2$/u, (route) => route.fulfill({ status: 500, body: '' }))
    for (let left = 3; left > 0; left -= 1) {
      await failed.first().getByRole('button', { name: 'Try again' }).click()
      await expect(failed).toHaveCount(left - 1)
    }
    await filters.county.selectOption(desk.county.Name)
    await filters.category.selectOption('Mineral')
    await expect(failed).toHaveCount(1)
    await page.unroute(/\/api\/lookup\/types\/2$/u)
    await failed.getByRole('button', { name: 'Try again' }).click()
    await filters.type.selectOption('Division Order')
    await filters.category.selectOption('Industrial')
    await filters.apply.click()
    await expect(column('Category')).toHaveText(['Industrial'])
    await expect(column('Type')).toHaveText(['Rendition'])
  })
})

test('the applied filters can be cleared from an empty result, and survive the menu, for this person', async ({
  page,
  desk,
  records,
  signIn,
}) => {
  await test.step('R7.28 can be cleared from an empty result', async () => {
    const { section, rows, empty } = documentsScreen(page)
    const clear = section.getByRole('link', { name: 'Clear filters' })
    await signIn(page, desk.clerk)
    await page.goto('/home')
    await expect(empty).toBeVisible()
    await expect(clear).toHaveCount(0)
    await records.addDocuments([{ county: desk.county, uploadedBy: desk.clerk }])
    await page.goto('/home?status=2')
    await expect(empty).toBeVisible()
    await clear.click()
    await expect(rows).toHaveCount(1)
    await expect(page).toHaveURL('/home')
    await expect(section).toBeFocused()
  })
  await test.step('R7.29 survive the menu, for this person; a typed /home shows the whole list', async () => {
    const { rows, filters, empty } = documentsScreen(page)
    const link = page.getByRole('link', { name: 'Documents', exact: true })
    const { county, clerk: uploadedBy } = desk
    await records.addDocuments([{ county, uploadedBy, statusId: 3 }])

    await page.goto('/home')
    await filters.toggle.click()
    await filters.status.selectOption('In Progress')
    await filters.apply.click()
    await expect(rows).toHaveCount(1)
    await page.getByRole('link', { name: 'Recycle Bin' }).click()
    await expect(page).toHaveURL('/recyclebin')
    await link.click()
    await expect(page).toHaveURL('/home?status=3')
    await expect(rows).toHaveCount(1)
    await page.reload()
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    await expect(link).toHaveAttribute('href', '/home?status=3')

    await page.goto('/home')
    await expect(rows).toHaveCount(2)
    await expect(link).toHaveAttribute('href', '/home')

    await page.goto('/home?status=2')
    await expect(empty).toBeVisible()
    await signIn(page, await records.addUser({ county }))
    await page.goto('/landing')
    await expect(link).toHaveAttribute('href', '/home')
  })
})

test('f opens the filters, ? lists the keys, and arrows, Home and End go from row to row in the same column', async ({
  page,
  desk,
  records,
  signIn,
  axeClean,
}) => {
  await test.step('R7.31 f opens the filters, ? lists the keys, and neither works in a field or while they are off', async () => {
    const { filters, empty } = documentsScreen(page)
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await signIn(page, desk.clerk)
    await page.goto('/home')
    // By now the screen has its listeners.
    await expect(empty).toBeVisible()
    await page.keyboard.press('f')
    await expect(filters.category).toBeFocused()
    await page.keyboard.press('?')
    await expect(list).toHaveCount(0)

    await filters.toggle.focus()
    await page.keyboard.press('?')
    await expect(list).toBeVisible()
    await expectKeepsFocus(page, list)
    await axeClean(page)
    await list
      .getByRole('checkbox', { name: 'Turn on the shortcuts that are single letters or signs' })
      .uncheck()
    await page.keyboard.press('Escape')
    await expect(filters.toggle).toBeFocused()
    await page.keyboard.press('?')
    await page.keyboard.press('f')
    await expect(list).toHaveCount(0)
    await expect(filters.toggle).toBeFocused()

    await page.reload()
    await expect(empty).toBeVisible()
    await page.keyboard.press('?')
    await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
    await expect(list.getByRole('checkbox')).not.toBeChecked()
    await list.getByRole('checkbox').check()
    await page.keyboard.press('Escape')
    await expect(list).toHaveCount(0)
    await page.keyboard.press('f')
    await expect(filters.category).toBeFocused()
  })
  await test.step('R7.31 arrows, Home and End go from row to row in the same column', async () => {
    const { deleteButton, rows, row } = documentsScreen(page)
    const own = { county: desk.county, uploadedBy: desk.clerk }
    const [first = 0, second = 0, third = 0] = await records.addDocuments([
      { ...own, uploadedAt: at(1), description: 'one two three four five six' },
      { ...own, uploadedAt: at(2), description: 'Short' },
      { ...own, uploadedAt: at(3) },
    ])

    await page.goto('/home')
    await expect(rows).toHaveCount(3)
    await deleteButton(first).focus()
    await page.keyboard.press('ArrowDown')
    await expect(deleteButton(second)).toBeFocused()
    await page.keyboard.press('End')
    await expect(deleteButton(third)).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await expect(deleteButton(third)).toBeFocused()
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowUp')
    await expect(deleteButton(first)).toBeFocused()
    // That row has no control in this column, so the focus goes to the row.
    await row(first)
      .getByRole('button', { name: /^Show more/u })
      .focus()
    await page.keyboard.press('ArrowDown')
    await expect(row(second)).toBeFocused()
  })
})

test("an ordinary user reads their county's name; on paper the list is a plain light table; forced colors mark the current page", async ({
  page,
  desk,
  people,
  records,
  signIn,
}) => {
  await test.step('R7.32 on paper the list is a plain light table with whole descriptions, and nothing around it', async () => {
    const { table, rows, filters, pager, row, editButton } = documentsScreen(page)
    const long = 'Rendition of the gas plant near Pecos, with its asset list'
    const [id = 0] = await records.addDocuments([
      { county: desk.county, uploadedBy: desk.clerk, description: long },
    ])
    await signIn(page, desk.clerk)
    await page.goto('/home?status=1')
    await expect(rows).toHaveCount(1)
    // A printed page is as wide as a narrow window, where the rows are cards.
    await setWidth(page, 720)
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    await expect(table.getByRole('columnheader', { name: 'Description' })).toBeVisible()
    await expect(table.getByText('View', { exact: true })).toBeHidden()
    expect(await rows.first().evaluate((element) => getComputedStyle(element).display)).toBe('table-row')
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
      'rgb(246, 248, 249)',
    )
    const excerpt = row(id).locator('[data-whole]')
    expect(await excerpt.evaluate((element) => getComputedStyle(element, '::after').content)).toBe(
      `"${long}"`,
    )
    for (const gone of [
      page.getByRole('banner'),
      page.getByRole('contentinfo'),
      filters.toggle,
      filters.refresh,
      filters.apply,
      pager,
      editButton(id),
      page.getByRole('button', { name: /^Show more/u }),
    ]) {
      await expect(gone).toBeHidden()
    }
    await expect(chips(page).chip('Status: New')).toBeVisible()
    await expect(page.getByText('Records 1–1 of 1')).toBeVisible()

    await page.emulateMedia({ media: 'screen', colorScheme: 'light' })
  })
  await test.step("R7.30 an ordinary user reads their county's name, on the screen, in the bar and in the menu", async () => {
    await setWidth(page, WIDTH.wide)
    const name = `${desk.county.Name} County`
    const { menuButton, overlay } = frame(page)

    await page.goto('/home')
    await expect(page.getByRole('main')).toContainText(name)
    await expect(page.getByRole('banner')).toContainText(name)
    await setWidth(page, WIDTH.phone)
    await expect(page.getByRole('main').getByText(name)).toBeVisible()
    await menuButton.click()
    await expect(overlay).toContainText(name)
    await signIn(page, people.administrator)
    await page.reload()
    await expect(page.getByRole('main')).toContainText('Documents')
    await expect(page.getByText(/ County$/u)).toHaveCount(0)
  })
  await test.step('forced colors mark the current page', async () => {
    await setWidth(page, WIDTH.wide)

    const { pager } = documentsScreen(page)
    await page.route(LIST_CALL, (route) =>
      route.fulfill({ json: { files: [{ FileID: 7 }], total: 101, totalPages: 3 } }),
    )
    await page.emulateMedia({ forcedColors: 'active' })
    await signIn(page, desk.clerk)
    await page.goto('/home')
    const borderOf = (name: string) =>
      pager
        .getByRole('button', { name, exact: true })
        .evaluate((step) => getComputedStyle(step).borderTopWidth)
    expect(await borderOf('Page 1')).toBe('2px')
    expect(await borderOf('Page 2')).toBe('1px')
  })
})
