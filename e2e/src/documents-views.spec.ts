import type { Page } from '@playwright/test'
import { expect, test } from './browser/fixtures.ts'
import { documentsScreen, LIST_CALL } from './steps/documents.ts'
import { expectNoSidewaysScroll, inEveryAppearance } from './steps/eyes.ts'
import { setWidth } from './steps/frame.ts'
import { test as linkingTest } from './steps/linking.ts'

const WIDTHS = [320, 768, 1024, 1440, 1920]

function viewsOf(page: Page) {
  const tabs = page.getByRole('navigation', { name: 'Views' })
  const all = page.getByRole('dialog', { name: 'Views' })
  const form = page.getByRole('dialog', { name: /^(?:Save|Edit) view$/u })
  return {
    tabs,
    tab: (name: string) => tabs.getByRole('link', { name: new RegExp(`^${name}`, 'u') }),
    all,
    openAll: () => tabs.getByRole('button', { name: 'More views' }).click(),
    press: (name: string) => all.getByRole('button', { name, exact: true }).click(),
    save: async (name: string, audience = 'Only me') => {
      await tabs.getByRole('button', { name: 'Save view' }).click()
      await form.getByLabel('Name').fill(name)
      await form.getByLabel('Who sees it').selectOption(audience)
      await form.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(form).toHaveCount(0)
    },
    form,
    places: () =>
      tabs.locator('a, button').evaluateAll((all) => all.map((each) => each.getBoundingClientRect())),
    pressChange: async (name: string) => {
      await tabs.getByRole('button', { name: 'Save view' }).click()
      await tabs.getByRole('button', { name }).click()
    },
  }
}

test('a person saves filters as views, orders and renames them, begins with one, and shares it', async ({
  page,
  desk,
  people,
  records,
  signIn,
  axeClean,
}) => {
  const { rows } = documentsScreen(page)
  const { tabs, tab, all, openAll, press, save, form, places, pressChange } = viewsOf(page)
  const own = { county: desk.county, uploadedBy: desk.clerk }
  await records.addDocuments([{ ...own, statusId: 3 }, { ...own, statusId: 3 }, own])
  const manager = await records.addUser({ county: desk.county, role: 'manager' })
  await signIn(page, manager)

  await test.step('R7.128 filters are saved under a name, and the view is a tab with its number', async () => {
    await page.goto('/home?status=3')
    await expect(rows).toHaveCount(2)
    await save('In work')
    await expect(tab('In work')).toHaveAttribute('aria-current', 'page')
    await expect(tab('In work')).toContainText('2')
    await expect(page).toHaveURL(/status=3&saved=\d+$/u)
    await tab('All documents').click()
    await expect(rows).toHaveCount(3)
    await tab('In work').click()
    await expect(rows).toHaveCount(2)
    await axeClean(page)
  })
  await test.step('R17.13 R17.15 a changed view says so in its tab, and nothing moves', async () => {
    const before = await places()
    await page.goto(page.url().replace('status=3', 'status=1'))
    await expect(rows).toHaveCount(1)
    await expect(tab('In work')).toHaveText(/\(changed\)$/u)
    expect(await places()).toEqual(before)
    await axeClean(page)
  })
  await test.step('R7.152 R17.14 its changes are discarded, saved as another view, or saved', async () => {
    await pressChange('Discard changes')
    await expect(page).toHaveURL(/status=3&saved=\d+$/u)
    await expect(tab('In work')).not.toContainText('changed')
    await page.getByRole('columnheader', { name: 'Date' }).getByRole('button').click()
    await expect(tab('In work'), 'the order is a change, too').toContainText('(changed)')
    await pressChange('Save as new')
    await expect(form.getByLabel('Name')).toBeFocused()
    await expect(form.getByLabel('Name')).toHaveValue('')
    await page.keyboard.press('Escape')
    await page.goto(
      page
        .url()
        .replace('status=3', 'status=1')
        .replace(/&order=[^&]*/u, ''),
    )
    await expect(rows).toHaveCount(1)
    await tabs.getByRole('button', { name: 'Save view' }).click()
    await axeClean(page)
    await tabs.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('The view “In work” is saved.')).toBeVisible()
    await expect(tabs.getByRole('button', { name: 'Save view' })).toBeFocused()
    await expect(tab('In work')).not.toContainText('changed')
    await expect(tab('In work')).toContainText('1')
  })
  await test.step('R7.129 the dialog orders, renames, shares and deletes, and sets the default', async () => {
    await page.goto('/home?status=2')
    await save('Done', `People of ${desk.county.Name} County`)
    await openAll()
    await expect(all.getByRole('listitem')).toHaveCount(2)
    await axeClean(page)
    await press('Move Done up')
    await expect(all.getByRole('link')).toHaveText(['Done', 'In work'])
    await press('Edit In work')
    await form.getByLabel('Name').fill('New ones')
    await form.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(all.getByRole('link')).toHaveText(['Done', 'New ones'])
    await press('Begin with New ones')
    await expect(all.getByRole('button', { name: 'Begin with New ones' })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    await page.keyboard.press('Escape')
    await expect(tabs.getByRole('link')).toHaveText([/^All documents/u, /^Done/u, /^New ones/u])
  })
  await test.step('R7.129 the list begins with the default view', async () => {
    await page.goto('/home')
    await expect(page).toHaveURL(/status=1&saved=\d+$/u)
    await tab('All documents').click()
    await expect(rows).toHaveCount(3)
    await expect(page).toHaveURL('/home')
  })
  await test.step('R7.129 another person of the county uses the shared view, and cannot change it', async () => {
    await signIn(page, desk.clerk)
    await page.goto('/home')
    await tab('Done').click()
    await expect(page).toHaveURL(/status=2/u)
    await openAll()
    await expect(all.getByRole('button', { name: 'Edit Done' })).toHaveCount(0)
    await expect(all).toContainText(`${desk.county.Name} County`)
    await page.keyboard.press('Escape')
  })
  await test.step('R17.14 a person who may not change it discards changes, or saves them as another', async () => {
    await page.goto(page.url().replace('status=2', 'status=1'))
    await expect(tab('Done')).toContainText('(changed)')
    await tabs.getByRole('button', { name: 'Save view' }).click()
    await expect(tabs.getByRole('region').getByRole('button')).toHaveText(['Save as new', 'Discard changes'])
    await page.keyboard.press('Escape')
  })
  await test.step('R7.130 tabs that do not fit are in More views only, in one line at every width', async () => {
    await signIn(page, people.administrator)
    await page.route('**/api/views', async (route) => {
      const view = {
        query: '',
        audience: 'me',
        countyId: null,
        owner: '',
        isMine: true,
        mayChange: true,
        columns: null,
      }
      const views = Array.from({ length: 30 }, (_, id) => ({
        ...view,
        id: id + 1,
        name: `View number ${id + 1}`,
      }))
      await route.fulfill({ json: { views, defaultViewId: null, columns: null } })
    })
    await page.goto(`/home?county=${desk.county.CountyID}`)
    await expect(rows).toHaveCount(3)
    for (const width of WIDTHS) {
      await setWidth(page, width)
      await page.settled()
      const box = await tabs.boundingBox()
      expect(box?.height, `at ${width}`).toBe(44)
      const shown = await tabs.getByRole('link').count()
      expect(shown).toBeLessThan(31)
      for (const each of await tabs.getByRole('link').all()) {
        expect((await each.boundingBox())?.y ?? 0).toBeLessThan((box?.y ?? 0) + 44)
      }
    }
    await openAll()
    await expect(all.getByRole('listitem')).toHaveCount(30)
    await page.keyboard.press('Escape')
    await inEveryAppearance(page, () => axeClean(page))
    await page.unroute('**/api/views')
  })
})

test('R17.11 a view of a county that the person lost can only be deleted, in More views', async ({
  page,
  desk,
  records,
  signIn,
  axeClean,
}) => {
  const { tabs, all, openAll, press } = viewsOf(page)
  const lost = await records.addCounty()
  const person = await records.addUser({ counties: [desk.county, lost] })
  const names = ['Every file', 'Files of the other county']
  await records.run(
    `INSERT INTO saved_view (account_id, audience, name, filters, created_at, changed_at)
     VALUES ($1, 'me', $2, '{}', now(), now()), ($1, 'me', $3, jsonb_build_object('countyId', $4::integer), now(), now())`,
    [person.userID, ...names, lost.CountyID],
  )
  await records.run('DELETE FROM membership WHERE account_id = $1 AND county_id = $2', [
    person.userID,
    lost.CountyID,
  ])
  await signIn(page, person)
  await page.goto('/home')
  await expect(tabs.getByRole('link')).toHaveText([/^All documents/u, /^Every file/u])
  await openAll()
  await expect(all.getByRole('link')).toHaveText(['Every file'])
  const row = all.getByRole('listitem').filter({ hasText: 'Files of the other county' })
  await expect(row).toContainText('You may no longer see the county of this view')
  await expect(row.getByRole('button')).toHaveCount(1)
  await inEveryAppearance(page, () => axeClean(page))
  await press('Delete Files of the other county')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(row).toHaveCount(0)
  await expect(all.getByRole('listitem')).toHaveCount(1)
})

test('a person chooses, moves and resizes columns, and sorts by a heading', async ({
  page,
  desk,
  people,
  records,
  signIn,
  axeClean,
}) => {
  const { table, rows } = documentsScreen(page)
  const heads = table.getByRole('columnheader')
  const panel = page.getByRole('region', { name: 'Columns' })
  const opener = page.getByRole('button', { name: 'Columns', exact: true })
  await records.addDocuments([{ county: desk.county, uploadedBy: desk.clerk, fileName: 'plant.pdf' }])
  const person = await records.addUser({ admin: true })
  await signIn(page, person)
  await setWidth(page, 1440)
  const address = `/home?county=${desk.county.CountyID}`
  await page.goto(address)
  await expect(rows).toHaveCount(1)
  const names = [
    'File ID',
    'Date',
    'User',
    'Category',
    'Type',
    'Description',
    'County',
    'Status',
    'View',
    'Delete',
  ]

  await test.step('R7.125 columns are shown and hidden, and stay so', async () => {
    await opener.click()
    await expect(panel.getByRole('checkbox', { name: 'File ID' })).toBeDisabled()
    await axeClean(page)
    await panel.getByRole('checkbox', { name: 'User' }).uncheck()
    await panel.getByRole('checkbox', { name: 'File name' }).check()
    await expect(heads).toHaveText([
      ...names.filter((name) => name !== 'User' && name !== 'Description').slice(0, 4),
      'File name',
      ...names.slice(5),
    ])
    await expect(rows.getByText('plant.pdf')).toHaveCount(1)
  })
  await test.step('R7.125 a column moves by the arrow keys and by dragging', async () => {
    const grip = panel.getByRole('button', { name: 'Move County' })
    await grip.focus()
    await page.keyboard.press('ArrowUp')
    await expect(grip).toBeFocused()
    await expect(panel.getByRole('status')).toHaveText(/^County, position \d+ of \d+$/u)
    await panel.getByRole('button', { name: 'Move Status' }).dragTo(panel.getByRole('listitem').first())
    await expect(heads.first()).toHaveText('Status')
  })
  await test.step('R7.125 a column gets another width by keyboard and by dragging its edge', async () => {
    const width = panel.getByRole('spinbutton', { name: 'Width of Type in pixels' })
    await width.fill('240')
    await width.press('Enter')
    const type = table.getByRole('columnheader', { name: 'Type' })
    await expect.poll(async () => Math.round((await type.boundingBox())?.width ?? 0)).toBe(240)
    await page.keyboard.press('Escape')
    await opener.press('Escape')
    const box = await type.boundingBox()
    const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) - 4, (box?.y ?? 0) + 18]
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x - 60, y, { steps: 4 })
    await page.mouse.up()
    await expect.poll(async () => Math.round((await type.boundingBox())?.width ?? 0)).toBe(180)
  })
  await test.step('R7.125 the choice survives a reload, and Reset shows the columns of the specification', async () => {
    await page.settled()
    await page.reload()
    await expect(heads.first()).toHaveText('Status')
    await opener.click()
    await panel.getByRole('button', { name: 'Reset columns' }).click()
    await expect(heads).toHaveText(names)
    // The columns change before they are saved.
    await page.settled()
    await page.reload()
    await expect(heads).toHaveText(names)
  })
  await test.step('R7.126 R7.127 a heading sorts, and a long sorting says so', async () => {
    const asked: (string | null)[] = []
    const release = Promise.withResolvers<void>()
    await page.route(LIST_CALL, async (route) => {
      const order = new URL(route.request().url()).searchParams.get('order')
      asked.push(order)
      if (order === '-uploadedBy') await release.promise
      await route.fulfill({ json: { files: [{ FileID: 7 }], total: 43_000, totalPages: 860 } })
    })
    await page.goto(address)
    await expect(rows).toHaveCount(1)
    const head = table.getByRole('columnheader', { name: 'User' })
    await expect(head).not.toHaveAttribute('aria-sort')
    await table.getByRole('columnheader', { name: 'Date' }).getByRole('button').focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
    await expect(head).toHaveAttribute('aria-sort', 'ascending')
    await expect(head.getByRole('button')).toBeFocused()
    await expect(page).toHaveURL(/order=uploadedBy/u)
    await head.getByRole('button').click()
    await expect(page.getByText('Sorting 43,000 documents takes a moment')).toBeVisible()
    release.resolve()
    await expect(head).toHaveAttribute('aria-sort', 'descending')
    await head.getByRole('button').click()
    await expect(head).not.toHaveAttribute('aria-sort')
    expect(asked).toContain('-uploadedBy')
    await page.unroute(LIST_CALL)
    expect(people.administrator.email).not.toBe(person.email)
  })
})

test('R7.124 owner number, agent code and size filter the list; Enter applies from a choice, too', async ({
  page,
  desk,
  records,
  signIn,
}) => {
  const { rows, filters } = documentsScreen(page)
  await records.addDocuments([{ county: desk.county, uploadedBy: desk.clerk }])
  await signIn(page, desk.clerk)
  await page.goto('/home')
  await expect(rows).toHaveCount(1)
  const calls = page.waitForRequest((request) => request.url().includes('ownerNbr=102219'))
  await filters.toggle.click()
  await page.getByRole('button', { name: 'More filters' }).click()
  await page.getByLabel('Owner number').fill('10a2219')
  await page.getByLabel('Agent code').fill('018')
  await page.getByLabel('Size from (KB)').fill('2')
  await filters.status.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const asked = new URL((await calls).url()).searchParams
  expect(asked.get('agentCode')).toBe('018')
  expect(asked.get('minSize')).toBe('2048')
  expect(asked.get('statusId')).toBe('1')
  await expect(page).toHaveURL('/home?status=1&ownerNumber=102219&agent=018&minSize=2')
  await expect(page.getByRole('list', { name: 'Applied filters' }).getByRole('button')).toHaveText([
    'Remove filter Status: New',
    'Remove filter Owner number: 102219',
    'Remove filter Agent code: 018',
    'Remove filter Size from: 2 KB',
  ])
})

linkingTest(
  'R7.134 the column Owner shows the first owner with its number, sorts, and is not there by default',
  async ({ page, desk, parties, fileId, records, signIn, axeClean }) => {
    const { table, rows, row } = documentsScreen(page)
    const opener = page.getByRole('button', { name: 'Columns', exact: true })
    await records.addDocuments([{ county: desk.county, uploadedBy: desk.clerk }])
    for (const partyNumber of [parties.mesa, parties.caprock])
      await records.run(
        `INSERT INTO document_owner (document_id, party_number, relation_type_id, county_id, linked_at, linked_by)
       SELECT id, $2, 1, county_id, now(), uploaded_by FROM document WHERE id = $1`,
        [fileId, partyNumber],
      )
    await signIn(page, desk.clerk)
    await setWidth(page, 1440)
    await page.goto('/home')
    await expect(rows).toHaveCount(2)
    const owner = table.getByRole('columnheader', { name: 'Owner' })
    await expect(owner).toHaveCount(0)
    await opener.click()
    await page.getByRole('region', { name: 'Columns' }).getByRole('checkbox', { name: 'Owner' }).check()
    await expect(owner).toBeVisible()
    await opener.press('Escape')
    await expect(row(fileId)).toContainText(`Caprock Minerals LP ${parties.caprock}, 1 more`)
    await owner.getByRole('button', { name: 'Owner' }).click()
    await expect(page).toHaveURL(/order=owner/u)
    await expect(rows.last()).toContainText('Caprock Minerals LP')
    for (const width of WIDTHS) {
      await setWidth(page, width)
      await expectNoSidewaysScroll(page)
    }
    await axeClean(page)
    await records.run('DELETE FROM document_owner WHERE document_id = $1 AND party_number = $2', [
      fileId,
      parties.caprock,
    ])
    await page.getByRole('button', { name: 'Refresh' }).click()
    await expect(row(fileId)).toContainText(`Mesa Compression LLC ${parties.mesa}`)
  },
)
