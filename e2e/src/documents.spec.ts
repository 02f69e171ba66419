import { expect, test } from './browser/fixtures.ts'
import type { NewDocument } from './browser/records.ts'
import { documentsScreen, LIST_CALL } from './steps/documents.ts'
import { TYPE } from './steps/reference.ts'

test.describe('a row', () => {
  test.use({ timezoneId: 'Asia/Tokyo' })

  const PLAIN = {
    fileName: 'pecos-plant.pdf',
    description: 'Rendition of the gas plant near Pecos',
    categoryId: TYPE.mineralDivisionOrder.category,
    typeId: TYPE.mineralDivisionOrder.id,
    statusId: 4,
    uploadedAt: new Date('2026-07-04T12:03:59Z'),
  }

  test("S2.44 S2.47 S2.49 S2.50 S6.3 S6.6 a row has the facts of the specification, the date in the firm's zone, and for administrators the county too", async ({
    page,
    desk,
    people,
    records,
    signIn,
  }) => {
    const { table, row, column, editButton, viewLink } = documentsScreen(page)
    const cell = (fileId: number) => row(fileId).locator('[data-label="Description"] [data-whole]')
    const { county, clerk } = desk
    const [id = 0] = await records.addDocuments([{ county, uploadedBy: clerk, ...PLAIN }])
    const dated = await records.addDocuments(
      ['2026-01-05T05:07:00Z', '2026-07-05T04:59:00Z', '2025-12-31T06:00:00Z'].map((at) => ({
        county,
        uploadedBy: clerk,
        uploadedAt: new Date(at),
      })),
    )
    const long = 'Appraisal of  the compressor\nstation, as agreed'
    const [five = 0, six = 0, none = 0] = await records.addDocuments([
      { county, uploadedBy: clerk, description: 'One two three four five' },
      { county, uploadedBy: clerk, description: long },
      { county, uploadedBy: clerk, description: '' },
    ])
    await page.route(LIST_CALL, async (route) => {
      const response = await route.fetch()
      const text = (await response.text()).replace(/"2025-12-31T[^"]*"/u, 'null')
      await route.fulfill({ response, body: text })
    })
    await signIn(page, clerk)
    await page.goto('/home')
    await expect(page).toHaveTitle('Documents · County Document Portal')
    await expect(table.getByRole('columnheader')).toHaveText([
      'File ID',
      'Date',
      'User',
      'Category',
      'Type',
      'Description',
      'Status',
      'View',
      'Delete',
    ])
    await expect(row(id).locator('th, td')).toHaveText([
      String(id),
      '7/4/26 07:03',
      clerk.email,
      'Mineral',
      'Division Order',
      /^pecos-plant\.pdf ?Rendition of the gas plant…? Show more$/u,
      'Needs More Info',
      '',
      '',
    ])
    await expect(editButton(id)).toHaveCount(0)
    await expect(viewLink(id)).toHaveAttribute('href', `/api/files/uploads/${id}/download`)
    await expect(viewLink(id)).toHaveAttribute('target', '_blank')
    await expect(viewLink(id)).toHaveAttribute('rel', /noopener/u)

    await test.step("S2.46 has its date in the firm's zone, winter and summer; N/A if there is none", async () => {
      for (const [at, text] of ['1/4/26 23:07', '7/4/26 23:59', 'N/A'].entries()) {
        await expect(row(dated[at] ?? 0).locator('[data-label="Date"]')).toHaveText(text)
      }
    })
    await test.step('S2.48 S9.5 R7.9 shows five words of the description; more is in a popup, which returns the focus', async () => {
      await expect(cell(five)).toHaveText('One two three four five')
      await expect(cell(five).getByRole('button')).toHaveCount(0)
      await expect(cell(none).getByRole('button')).toHaveCount(0)
      await expect(cell(six)).toHaveText(/^Appraisal of the compressor station,…? Show more$/u)

      const more = cell(six).getByRole('button', { name: /^Show more/u })
      await more.click()
      const popup = page.getByRole('dialog')
      await expect(popup).toContainText(long, { useInnerText: false })
      await page.keyboard.press('Escape')
      await expect(popup).toBeHidden()
      await expect(more).toBeFocused()
    })
    await test.step('S2.45 S2.49 S6.2 S6.6 shows administrators the county too, and has the edit icon', async () => {
      await signIn(page, people.administrator)
      await page.goto(`/home?county=${county.CountyID}`)
      await expect(table.getByRole('columnheader')).toHaveText([
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
      ])
      await expect(column('County').first()).toHaveText(county.Name)
      await expect(row(id).getByRole('cell', { name: 'Needs More Info' })).toBeVisible()
      await expect(editButton(id)).toBeVisible()
    })
  })
})

test('S2.54 S2.55 S9.22 a row with only an id, or without a county, has dashes; the order is status priority, then newest upload, then higher file id', async ({
  page,
  desk,
  people,
  records,
  signIn,
}) => {
  await test.step('the order is status priority, then newest upload, then higher file id', async () => {
    const { fileIds, column } = documentsScreen(page)
    const { county, clerk: uploadedBy } = desk
    const [older, newer] = [new Date('2026-04-01T10:00:00Z'), new Date('2026-04-02T10:00:00Z')]
    const plan = [
      { statusId: 2, uploadedAt: newer },
      { statusId: 4, uploadedAt: newer },
      { statusId: 3, uploadedAt: newer },
      { statusId: 1, uploadedAt: older },
      { statusId: 1, uploadedAt: newer },
      { statusId: 1, uploadedAt: newer },
    ]
    const ids = await records.addDocuments(plan.map((each) => ({ county, uploadedBy, ...each })))
    await signIn(page, uploadedBy)
    await page.goto('/home')
    await expect(fileIds).toHaveText([5, 4, 3, 2, 1, 0].map((at) => String(ids[at])))
    await expect(column('Status')).toHaveText([
      'New',
      'New',
      'New',
      'In Progress',
      'Needs More Info',
      'Completed',
    ])
  })
  await test.step('R7.14 a row with only an id is in the list, with dashes', async () => {
    const { row, column, viewLink, deleteButton } = documentsScreen(page)
    await page.route(LIST_CALL, (route) =>
      route.fulfill({
        json: { files: [{ FileID: 7 }, { FileID: 8, UploadedBy: '' }], total: 2, totalPages: 1 },
      }),
    )

    await page.goto('/home')
    await expect(row(7).locator('th, td')).toHaveText(['7', 'N/A', '—', '—', '—', '—', '—', '', ''])
    await expect(column('User')).toHaveText(['—', '—'])
    await expect(viewLink(7)).toBeVisible()
    await expect(deleteButton(7)).toBeVisible()

    await page.unroute(LIST_CALL)
  })
  await test.step('R7.24 a document without a county has the same dash in the list and in the dialog', async () => {
    const { row, editButton } = documentsScreen(page)
    const uploadedBy = await records.addUser({})
    const [id = 0] = await records.addDocuments([
      { county: null, uploadedBy, uploadedAt: new Date('2031-01-01T12:00:00Z') },
    ])
    await signIn(page, people.administrator)
    await page.goto('/home')
    await expect(row(id).locator('[data-label="County"]')).toHaveText('—')
    await editButton(id).click()
    await expect(page.getByRole('definition').nth(2)).toHaveText('—')
  })
})

test.describe('filters', () => {
  type Kind = Pick<NewDocument, 'categoryId' | 'typeId' | 'statusId'>
  const KINDS: Kind[] = [
    { categoryId: 1, typeId: TYPE.industrialRendition.id, statusId: 1 },
    { categoryId: 1, typeId: TYPE.industrialExtension.id, statusId: 3 },
    { categoryId: 2, typeId: TYPE.mineralDivisionOrder.id, statusId: 4 },
    { categoryId: 2, typeId: TYPE.mineralRendition.id, statusId: 2 },
  ]

  test.beforeEach(async ({ page, desk, records, signIn }) => {
    const { county, clerk: uploadedBy } = desk
    await records.addDocuments(KINDS.map((kind) => ({ county, uploadedBy, ...kind })))
    await signIn(page, uploadedBy)
  })

  test('filters are in a panel, count once applied, alone and together, and clear removes all', async ({
    page,
    desk,
    records,
  }) => {
    await test.step('S2.38 S2.39 S3.22 S6.2 are in a panel that opens and closes, and offer the choices of the specification', async () => {
      const { filters, rows } = documentsScreen(page)
      await page.goto('/home')
      await expect(rows).toHaveCount(4)
      await expect(filters.toggle).toHaveAttribute('aria-expanded', 'false')
      await expect(filters.category).toBeHidden()
      await filters.toggle.click()
      await expect(filters.toggle).toHaveAttribute('aria-expanded', 'true')
      await expect(filters.category.locator('option')).toHaveText([
        'All categories',
        'Industrial',
        'Mineral',
        'Utility and Pipeline',
        'Business Personal Property',
        'Agent Authorization',
        'Protest and Appeal',
        'Correspondence',
        'County',
      ])
      await expect(filters.status.locator('option')).toHaveText([
        'All statuses',
        'New',
        'In Progress',
        'Need More Info',
        'Completed',
      ])
      await expect(filters.type).toBeDisabled()
      await expect(filters.county).toHaveCount(0)
      await filters.toggle.click()
      await expect(filters.category).toBeHidden()
    })
    await test.step('S2.40 the types belong to the category, and are removed with it', async () => {
      const { filters } = documentsScreen(page)

      await filters.toggle.click()
      await filters.category.selectOption('Mineral')
      await expect(filters.type).toBeEnabled()
      await expect(filters.type.locator('option')).toHaveText([
        'All types',
        'Rendition',
        'Division Order',
        'Owner List',
        'Production Report',
        'Lease Operating Statement',
        'Reserve Report',
        'Deed or Assignment',
        'Other',
      ])
      await filters.type.selectOption('Division Order')
      await filters.category.selectOption('Industrial')
      await expect(filters.type).toHaveValue('')
      await filters.category.selectOption('All categories')
      await expect(filters.type).toBeDisabled()
    })
    await test.step('S2.41 S7.19 count once applied, alone and together, and clear removes all', async () => {
      const { filters, column, rows, empty } = documentsScreen(page)

      await filters.category.selectOption('Mineral')
      await expect(rows).toHaveCount(4)
      await filters.apply.click()
      await expect(column('Category')).toHaveText(['Mineral', 'Mineral'])
      await filters.type.selectOption('Division Order')
      await filters.apply.click()
      await expect(column('Type')).toHaveText(['Division Order'])
      await filters.status.selectOption('Completed')
      await filters.apply.click()
      await expect(empty).toBeVisible()
      await filters.type.selectOption('All types')
      await filters.category.selectOption('All categories')
      await filters.apply.click()
      await expect(column('Status')).toHaveText(['Completed'])
      await filters.clear.click()
      await expect(rows).toHaveCount(4)
      await expect(filters.status).toHaveValue('')
      await expect(page).toHaveURL('/home')
    })
    await test.step('S2.41 S7.19 refresh requests the first page with the filters again', async () => {
      const { filters, rows } = documentsScreen(page)
      const { county, clerk: uploadedBy } = desk
      await page.goto('/home?status=1')
      await expect(rows).toHaveCount(1)
      await records.addDocuments([{ county, uploadedBy, statusId: 1 }])
      await filters.refresh.click()
      await expect(rows).toHaveCount(2)
      await expect(page).toHaveURL('/home?status=1')
    })
  })

  test('filters are in the address: reload, Back, Forward and a copied address show the same view, within the person’s rights', async ({
    page,
    desk,
    browser,
    signIn,
    people,
  }) => {
    await test.step('are in the address: reload, Back, Forward and a copied address show the same view', async () => {
      const { filters, column, rows } = documentsScreen(page)
      await page.goto('/home')
      await filters.toggle.click()
      await filters.category.selectOption('Mineral')
      await filters.type.selectOption('Rendition')
      await filters.status.selectOption('Completed')
      await filters.apply.click()
      await expect(column('Status')).toHaveText(['Completed'])
      const address = page.url()
      await page.reload()
      await expect(column('Status')).toHaveText(['Completed'])
      await expect(filters.category).toHaveValue('2')
      await expect(filters.type).toHaveValue(String(TYPE.mineralRendition.id))
      await page.goBack()
      await expect(rows).toHaveCount(4)
      await expect(filters.category).toHaveValue('')
      await page.goForward()
      await expect(column('Status')).toHaveText(['Completed'])

      const elsewhere = await browser.newContext()
      const copy = await elsewhere.newPage()
      await signIn(copy, desk.clerk)
      await copy.goto(address)
      await expect(documentsScreen(copy).column('Status')).toHaveText(['Completed'])
      await elsewhere.close()
    })
    await test.step('an impossible address shows the whole list', async () => {
      await page.goto('/home?page=zero&category=%27&type=-1&status=1e9&county=x')
      await expect(documentsScreen(page).rows).toHaveCount(4)
    })
    await test.step("R7.11 an administrator's link with a county shows an ordinary user their own list", async () => {
      const { rows, failed, filters } = documentsScreen(page)
      await page.goto(`/home?county=${people.county.CountyID}&category=1`)
      await expect(rows).toHaveCount(2)
      await expect(failed).toHaveCount(0)
      await filters.status.selectOption('New')
      await filters.apply.click()
      await expect(rows).toHaveCount(1)
      await expect(page).toHaveURL('/home?category=1&status=1')
      expect(desk.county.CountyID).not.toBe(people.county.CountyID)
    })
    await test.step('S2.39 administrators filter by county', async () => {
      const { filters, column, rows } = documentsScreen(page)
      await signIn(page, people.administrator)
      await page.goto('/home')
      await filters.toggle.click()
      await filters.county.selectOption(desk.county.Name)
      await filters.apply.click()
      await expect(rows).toHaveCount(4)
      await expect(column('County')).toHaveText(KINDS.map(() => desk.county.Name))
    })
  })
})

test('the text of the list when it is empty, loading, or could not be fetched', async ({
  page,
  desk,
  records,
  signIn,
}) => {
  const { table, pager, empty: nothing } = documentsScreen(page)
  await test.step('S2.53 while it loads, before the first rows', async () => {
    const { empty, loading } = documentsScreen(page)
    const release = Promise.withResolvers<void>()
    await page.route(LIST_CALL, async (route) => {
      await release.promise
      await route.continue()
    })
    await signIn(page, desk.clerk)
    await page.goto('/home')
    await expect(loading).toBeVisible()
    await expect(empty).toHaveCount(0)
    release.resolve()
    await expect(empty).toBeVisible()
    await expect(loading).toHaveCount(0)

    await page.unroute(LIST_CALL)
  })
  await test.step('S2.52 if there is nothing', async () => {
    await expect(nothing).toBeVisible()
    await expect(table).toHaveCount(0)
    await expect(pager).toHaveCount(0)
  })
  await test.step('S8.38 R7.7 if it could not be fetched: no text about an empty list, a log line, and Try again', async () => {
    const { empty, failed, rows } = documentsScreen(page)
    const logged: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') logged.push(message.text())
    })

    await page.route(LIST_CALL, (route) =>
      route.fulfill({ status: 500, json: { error: 'Something broke.' } }),
    )
    await page.goto('/home')
    await expect(failed).toHaveText(/^This list could not be loaded\.\s*Try again$/u)
    await expect(empty).toHaveCount(0)
    await expect(rows).toHaveCount(0)
    await expect.poll(() => logged.join('\n')).toContain('Could not load')
    await page.unroute(LIST_CALL)
    await failed.getByRole('button', { name: 'Try again' }).click()
    await expect(empty).toBeVisible()
    await expect(failed).toHaveCount(0)
  })
  await test.step('R7.8 if a refresh fails: the rows stay, marked as old', async () => {
    const { section, rows, filters, failed } = documentsScreen(page)
    const { county, clerk: uploadedBy } = desk
    await records.addDocuments([{ county, uploadedBy }])

    await page.goto('/home')
    await expect(rows).toHaveCount(1)
    await page.route(LIST_CALL, (route) => route.fulfill({ status: 500, body: '' }))
    await filters.refresh.click()
    await expect(failed).toContainText('This list could not be loaded.')
    await expect(rows).toHaveCount(1)
    await expect(section).toContainText('from before')
    await page.unroute(LIST_CALL)
    await failed.getByRole('button', { name: 'Try again' }).click()
    await expect(section).not.toContainText('from before')
    await expect(failed).toHaveCount(0)
  })
})
