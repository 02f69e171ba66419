import type { Locator } from '@playwright/test'
import { expect, test } from './browser/fixtures.ts'
import { documentsScreen } from './steps/documents.ts'
import { editDialog, openEditDialog } from './steps/edit.ts'
import { expectNoSidewaysScroll, show } from './steps/eyes.ts'
import { loginScreen } from './steps/login.ts'
import { SAMPLE_FILES } from './steps/files.ts'
import { BATCH, queueScreen, smallFiles } from './steps/queue.ts'
import { fileOf, fillFields, uploadScreen } from './steps/upload.ts'

const boxOf = async (target: Locator) => {
  const { x, y, width } = (await target.boundingBox()) ?? { x: 0, y: 0, width: 0 }
  return { left: x, right: x + width, top: y }
}

const colorOf = (element: Locator, property: 'color' | 'background-color') =>
  element.evaluate((shown, name) => getComputedStyle(shown).getPropertyValue(name), property)

test("R7.62 the delete button of another person's document is dim and gives the reason, and asks anyway", async ({
  page,
  desk,
  records,
  people,
  signIn,
}) => {
  const { deleteButton, question } = documentsScreen(page)
  const [own = 0, other = 0] = await records.addDocuments([
    { county: desk.county, uploadedBy: desk.clerk },
    { county: desk.county, uploadedBy: people.administrator },
  ])
  await signIn(page, desk.clerk)
  await page.goto('/home')
  await expect(deleteButton(own)).toHaveAttribute('title', 'Delete')
  await expect(deleteButton(other)).toHaveAttribute(
    'title',
    'Delete: only who uploaded it, or the firm, may delete it',
  )
  expect(await colorOf(deleteButton(other), 'color')).not.toBe(await colorOf(deleteButton(own), 'color'))
  await deleteButton(other).click()
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: 'No' }).click()
  await signIn(page, people.administrator)
  await page.goto(`/home?county=${desk.county.CountyID}`)
  await expect(deleteButton(own)).toHaveAttribute('title', 'Delete')
})

test('R7.63 Save and next is the filled button if a document follows, and Save at the end of the list', async ({
  page,
  desk,
  records,
  people,
  signIn,
}) => {
  const { save, saveAndNext, close } = editDialog(page)
  const ids = await records.addDocuments([
    { county: desk.county, uploadedBy: desk.clerk },
    { county: desk.county, uploadedBy: desk.clerk },
  ])
  await signIn(page, people.administrator)
  await page.goto(`/home?county=${desk.county.CountyID}`)
  await expect(documentsScreen(page).rows).toHaveCount(ids.length)
  const [first = 0, last = 0] = (await documentsScreen(page).fileIds.allTextContents()).map(Number)
  await openEditDialog(page, desk, first)
  const filled = await colorOf(saveAndNext, 'background-color')
  expect(filled).not.toBe(await colorOf(save, 'background-color'))
  await close.click()
  await openEditDialog(page, desk, last)
  await expect(save).toHaveCSS('background-color', filled)
  await expect(saveAndNext).not.toHaveCSS('background-color', filled)
})

test('R7.64 leaving without a loss asks Stay or Leave, without a warning color', async ({
  page,
  desk,
  signIn,
}) => {
  const question = page.getByRole('alertdialog', { name: 'Leave this page?' })
  await signIn(page, desk.clerk)
  await page.goto('/add')
  await fillFields(page)
  await page.getByRole('banner').getByRole('link', { name: 'Documents' }).click()
  await expect(question.getByRole('button')).toHaveText(['Stay', 'Leave'])
  await expect(question.getByRole('button', { name: 'Stay' })).toBeFocused()
  const filled = await colorOf(uploadScreen(page).submit, 'background-color')
  await expect(question.getByRole('button', { name: 'Leave' })).toHaveCSS('background-color', filled)
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL('/home')
})

test('R7.65 the account shows five sessions, including the own one, and the others on demand', async ({
  page,
  desk,
  signIn,
}) => {
  const sessions = page.getByRole('region', { name: 'Where you are signed in' })
  for (let begun = 0; begun < 7; begun += 1) {
    // One after another, each without the cookie of the previous one, whose session would end.
    // oxlint-disable no-await-in-loop
    await page.context().clearCookies()
    await signIn(page, desk.clerk)
    // oxlint-enable no-await-in-loop
  }
  await page.goto('/account')
  await expect(sessions.getByRole('listitem')).toHaveCount(5)
  await expect(sessions.getByText('This one')).toBeVisible()
  await sessions.getByRole('button', { name: 'Show all 7 sessions' }).click()
  await expect(sessions.getByRole('listitem')).toHaveCount(7)
})

test('R7.67 after a session has ended the sign-in knows the person, and waits for the password', async ({
  page,
  desk,
  endSessions,
  signIn,
}) => {
  await signIn(page, desk.clerk)
  await page.goto('/home')
  await expect(documentsScreen(page).empty).toBeVisible()
  await endSessions(desk.clerk)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByText('Your session ended. Please sign in again.')).toBeVisible()
  await expect(loginScreen(page).username).toHaveValue(desk.clerk.email)
  await expect(loginScreen(page).password).toBeFocused()
})

test('R7.68 after an upload the PDF of the receipt is the filled button', async ({ page, desk, signIn }) => {
  const { input, submit, again, succeeded } = uploadScreen(page)
  await signIn(page, desk.clerk)
  await page.goto('/add')
  await fillFields(page)
  await input.setInputFiles([fileOf('rendition.pdf', SAMPLE_FILES.pdf)])
  const filled = await colorOf(submit, 'background-color')
  await submit.click()
  await expect(succeeded).toBeVisible()
  await expect(page.getByRole('link', { name: /^Download PDF of receipt/u })).toHaveCSS(
    'background-color',
    filled,
  )
  await expect(again).not.toHaveCSS('background-color', filled)
})

test('R7.69 the buttons of every dialog of Administration are at its foot, which stays in sight', async ({
  page,
  desk,
  people,
  signIn,
}) => {
  const dialog = page.getByRole('dialog')
  const fromRight = async (button: string) => {
    const [outer, inner] = await Promise.all([
      dialog.boundingBox(),
      dialog.getByRole('button', { name: button, exact: true }).last().boundingBox(),
    ])
    return (outer?.x ?? 0) + (outer?.width ?? 0) - (inner?.x ?? 0) - (inner?.width ?? 0)
  }
  await signIn(page, people.administrator)
  await page.goto('/admin/people')
  await page.getByRole('button', { name: 'Invite people' }).click()
  expect(await fromRight('Invite')).toBeLessThan(40)
  await page.setViewportSize({ width: 900, height: 500 })
  await expect(dialog.getByRole('button', { name: 'Invite', exact: true })).toBeInViewport({ ratio: 1 })
  await page.goto('/admin/counties')
  await page.getByRole('button', { name: desk.county.Name }).first().click()
  expect(await fromRight('Save')).toBeLessThan(40)
  const closing = await dialog.getByRole('button', { name: 'Close the county' }).boundingBox()
  const cancelling = await dialog.getByRole('button', { name: 'Cancel', exact: true }).boundingBox()
  expect((cancelling?.x ?? 0) - (closing?.x ?? 0) - (closing?.width ?? 0)).toBeGreaterThan(40)
})

test('R7.89 owner and agent are next to the other fields of the edit dialog on wide windows', async ({
  page,
  desk,
  people,
  records,
  signIn,
}) => {
  const [id = 0] = await records.addDocuments([{ county: desk.county, uploadedBy: desk.clerk }])
  const { dialog, status, save } = editDialog(page)
  const owner = dialog.getByRole('group', { name: 'Owner' })
  await signIn(page, people.administrator)
  await page.setViewportSize({ width: 900, height: 800 })
  await openEditDialog(page, desk, id)
  await expect(save).toBeInViewport({ ratio: 1 })
  expect((await boxOf(owner)).left).toBeGreaterThan((await boxOf(status)).right)
  await expect(dialog.getByRole('group', { name: 'Agent' })).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 899, height: 800 })
  expect((await boxOf(owner)).left).toBeLessThan((await boxOf(status)).right)
  expect((await boxOf(owner)).top).toBeGreaterThan((await boxOf(status)).top)
})

test('R7.70 files that are already on file say so, in the form and in a batch that lacks details', async ({
  page,
  desk,
  signIn,
  axeClean,
}) => {
  const { input, submit, succeeded, file, remove } = uploadScreen(page)
  const [same, other] = smallFiles(2)
  await signIn(page, desk.clerk)
  await page.goto('/add')
  await fillFields(page)
  await input.setInputFiles(same ? [same] : [])
  await submit.click()
  await expect(succeeded).toBeVisible()

  const looking = Promise.withResolvers<void>()
  await page.route('**/api/files/twins', async (route) => {
    await looking.promise
    await route.continue()
  })
  await page.goto('/add')
  await input.setInputFiles(same ? [same] : [])
  await expect(file('rendition-1.pdf')).toBeVisible()
  // With its font, because a word in another font has another width.
  await page.settled({ only: 'paint' })
  const place = await submit.boundingBox()
  looking.resolve()
  await expect(file('rendition-1.pdf')).toContainText(/Same as file \d+, \d+\/\d+\/\d+ \d+:\d\d [AP]M, /u)
  await expect(file('rendition-1.pdf').getByRole('link')).toHaveAttribute(
    'href',
    /\/files\/uploads\/\d+\/download$/u,
  )
  expect(await submit.boundingBox()).toEqual(place)
  for (const width of [320, 360, 1024, 1440]) {
    await show(page, { colorScheme: 'light', width })
    await expectNoSidewaysScroll(page)
  }
  await axeClean(page)
  await remove('rendition-1.pdf').click()
  await input.setInputFiles(other ? [other] : [])
  await expect(file('rendition-2.pdf')).toContainText('Ready to upload')
  await expect(file('rendition-2.pdf')).not.toContainText('Same as')

  await input.setInputFiles(same ? [same] : [])
  await expect(page).toHaveURL(BATCH)
  const { row } = queueScreen(page)
  await expect(row('rendition-1.pdf')).toContainText(/Same as file \d+/u)
  await expect(row('rendition-1.pdf')).toContainText('3 details missing')
  await axeClean(page)
})

test('R7.82 the account lists its sections next to them on wide windows, and leads to each', async ({
  page,
  desk,
  signIn,
}) => {
  const links = page.getByRole('navigation', { name: 'Sections' }).getByRole('link')
  await signIn(page, desk.clerk)
  await page.setViewportSize({ width: 1060, height: 900 })
  await page.goto('/account')
  await page.settled()
  for (const name of await links.allTextContents()) {
    await links.filter({ hasText: name }).click()
    await expect(page.getByRole('heading', { name, exact: true })).toBeFocused()
    await expect(page.getByRole('heading', { name, exact: true })).toBeInViewport()
    await expect(links.filter({ hasText: name })).toBeInViewport({ ratio: 1 })
  }
  await expect(links).toHaveCount(9)
  await page.setViewportSize({ width: 1059, height: 900 })
  await expect(links).toHaveCount(0)
})

test('R7.97 the side menu groups the screens of Administration, and folds into one button in a narrow window', async ({
  page,
  people,
  signIn,
  axeClean,
}) => {
  const menu = page.getByRole('navigation', { name: 'Administration' })
  const fold = menu.getByRole('button')
  const links = menu.getByRole('link')
  const heading = page.getByRole('heading', { level: 1 })
  await signIn(page, people.administrator)

  await test.step('next to the content, group by group, with the current screen marked', async () => {
    await page.setViewportSize({ width: 1366, height: 900 })
    await page.goto('/admin/people')
    await expect(menu.getByRole('list')).toHaveCount(3)
    await expect(menu.getByRole('list', { name: 'System' }).getByRole('link')).toHaveCount(2)
    await expect(links).toHaveCount(6)
    await expect(fold).toBeHidden()
    expect((await boxOf(menu)).right).toBeLessThan((await boxOf(heading)).left)
    await menu.getByRole('link', { name: 'Counties' }).click()
    await expect(page).toHaveURL('/admin/counties')
    await expect(heading).toBeFocused()
    await expect(menu.locator('[aria-current="page"]')).toHaveText('Counties')
    await axeClean(page)
  })

  for (const width of [1365, 768, 320]) {
    await test.step(`one button at ${width} pixels, whose list covers the content and moves nothing`, async () => {
      await page.setViewportSize({ width, height: 900 })
      await page.goto('/admin/counties')
      await page.settled()
      await expect(links).toHaveCount(0)
      await expect(fold).toHaveText('Administration: Counties')
      const place = await boxOf(heading)
      await fold.focus()
      await page.keyboard.press('Enter')
      await expect(links).toHaveCount(6)
      expect(await boxOf(heading)).toEqual(place)
      await expectNoSidewaysScroll(page)
      await axeClean(page)
      await page.keyboard.press('Tab')
      await expect(menu.getByRole('link', { name: 'People' })).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(links).toHaveCount(0)
      await expect(fold).toBeFocused()
      await fold.click()
      await page.getByRole('main').getByRole('search').getByLabel('Search by name or number').focus()
      await expect(links).toHaveCount(0)
      await fold.click()
      await page.getByRole('contentinfo').click({ position: { x: 2, y: 2 } })
      await expect(links).toHaveCount(0)
      await fold.click()
      await menu.getByRole('link', { name: 'Background tasks' }).click()
      await expect(page).toHaveURL('/admin/jobs')
      await expect(fold).toHaveText('Administration: Background tasks')
      await expect(links).toHaveCount(0)
    })
  }
})

test('R7.97 a manager sees the groups of their screens, and a single screen needs no menu', async ({
  page,
  desk,
  records,
  signIn,
}) => {
  const menu = page.getByRole('navigation', { name: 'Administration' })
  const manager = await records.addUser({ county: desk.county, role: 'manager' })
  await page.setViewportSize({ width: 1366, height: 900 })
  await signIn(page, manager)
  await page.goto('/admin')
  await expect(page).toHaveURL('/admin/people')
  await expect(menu.getByRole('list')).toHaveCount(2)
  await expect(menu.getByRole('link')).toHaveCount(2)
  await page.route('**/api/auth/session', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), rights: ['people.manage'] } })
  })
  await page.goto('/admin')
  await expect(page).toHaveURL('/admin/people')
  await expect(page.getByRole('table', { name: 'People' })).toBeVisible()
  await expect(menu).toHaveCount(0)
})

test('R7.83 on a phone the filters of a list of Administration fold', async ({ page, people, signIn }) => {
  const filters = page.getByRole('main').getByRole('search').getByRole('button', { name: 'Filters' })
  const role = page.getByRole('main').getByRole('search').getByLabel('Role')
  await signIn(page, people.administrator)
  await page.setViewportSize({ width: 360, height: 780 })
  await page.goto('/admin/people?role=administrator')
  await expect(filters).toHaveText('Filters (1)')
  await expect(page.getByRole('row').nth(1)).toBeInViewport()
  await expect(role).toBeHidden()
  await filters.click()
  await role.selectOption('')
  await expect(filters).toHaveText('Filters')
  await filters.click()
  await expect(role).toBeHidden()
  await page.setViewportSize({ width: 641, height: 780 })
  await expect(role).toBeVisible()
})

test('R7.85 the fields above a list are equally high, and fill one line or two', async ({
  page,
  people,
  records,
  signIn,
}) => {
  const fields = page.getByRole('main').getByRole('search').locator('input, select')
  // With only one county, there is no county field.
  await Promise.all([records.addCounty(), records.addCounty()])
  await signIn(page, people.administrator)
  for (const path of ['/admin/people', '/admin/history']) {
    await page.goto(path)
    await page.settled()
    await expect(fields).toHaveCount(6)
    for (const [width, inLine] of [
      [700, 3],
      [1024, 3],
      [1161, 3],
      [1162, 6],
      // The side menu takes a part of the width from 1366 pixels on.
      [1365, 6],
      [1366, 6],
      [1440, 6],
    ] as const) {
      await page.setViewportSize({ width, height: 800 })
      const boxes = await fields.evaluateAll((all) =>
        all.map((each) => each.getBoundingClientRect().toJSON()),
      )
      const inFirst = boxes.filter(({ y }) => y === boxes[0]?.y)
      expect(inFirst.length, `${path} at ${width} px`).toBe(inLine)
      expect(new Set(boxes.map(({ height }) => height)).size, `heights of ${path} at ${width} px`).toBe(1)
    }
  }
})

test('R7.110 the people list shows whole addresses at every width', async ({
  page,
  people,
  records,
  signIn,
}) => {
  const county = await records.addCounty()
  const { email } = await records.addUser({ county, email: `appraiser@c${county.CountyID}-long.example` })
  await signIn(page, people.administrator)
  await page.goto(`/admin/people?search=${email}`)
  const cell = page.getByRole('rowheader').filter({ hasText: email })
  await expect(cell).toBeVisible()
  for (const width of [1024, 1240, 1365, 1366, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    const { text, room } = await cell.evaluate((each) => ({ text: each.scrollWidth, room: each.clientWidth }))
    expect(text, `the address at ${width} px`).toBeLessThanOrEqual(room)
  }
})

test('R7.116 on a phone the values of a card line up; R7.117 a number stays apart from the next column', async ({
  page,
  people,
  signIn,
}) => {
  /** The left and right edges of a cell's text in the first row. */
  const edgesOf = (label: string) =>
    page.locator(`tbody tr:first-child [data-label="${label}"]`).evaluate((cell) => {
      const text = document.createRange()
      text.selectNodeContents(cell)
      const { left, right } = text.getBoundingClientRect()
      return { left, right }
    })
  await signIn(page, people.administrator)
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/admin/history')
  await expect(page.getByRole('table', { name: 'Activity' })).toBeVisible()
  const [who, when] = [await edgesOf('Who'), await edgesOf('When')]
  expect(Math.abs(who.left - when.left)).toBeLessThanOrEqual(1)

  await page.setViewportSize({ width: 1366, height: 800 })
  await page.goto('/admin/counties')
  await expect(page.getByRole('table', { name: 'Counties' })).toBeVisible()
  const [documents, status] = [await edgesOf('Documents'), await edgesOf('Status')]
  expect(status.left - documents.right).toBeGreaterThanOrEqual(16)
})
