import type { Page } from '@playwright/test'
import { expect, test as base } from './browser/fixtures.ts'
import type { Account, County } from './browser/portal.ts'
import { documentsScreen } from './steps/documents.ts'
import { editDialog } from './steps/edit.ts'
import { expectNoSidewaysScroll, show } from './steps/eyes.ts'
import { SAMPLE_FILES } from './steps/files.ts'
import { frame, setWidth, WIDTH } from './steps/frame.ts'
import { ownersScreen, stubRoll } from './steps/owners.ts'
import { recycleBinScreen } from './steps/recycle-bin.ts'
import { fileOf, fillFields, UPLOAD_CALL, uploadScreen } from './steps/upload.ts'
import { expectSoundLooks } from './steps/two-looks.ts'

type Fixtures = {
  /** Two counties of this test, each with a document, and a third without any of its people. */
  counties: {
    first: County
    second: County
    other: County
    documents: Record<'first' | 'second' | 'other', number>
  }
  clerk: Account
  /** No axe findings and no sideways scroll, light on a desktop and dark on a phone. */
  expectGood: (page: Page) => Promise<void>
}

const test = base.extend<Fixtures>({
  counties: async ({ people, records }, use) => {
    const [first, second, other] = [
      await records.addCounty(),
      await records.addCounty(),
      await records.addCounty(),
    ]
    const ids = await records.addDocuments(
      [first, second, other].map((county) => ({
        county,
        uploadedBy: people.administrator,
        description: `Of ${county.Name}`,
      })),
    )
    const [ofFirst = 0, ofSecond = 0, ofOther = 0] = ids
    await use({ first, second, other, documents: { first: ofFirst, second: ofSecond, other: ofOther } })
  },
  clerk: async ({ counties, records }, use) =>
    use(await records.addUser({ counties: [counties.first, counties.second] })),
  expectGood: async ({ axeClean }, use) => use((page) => expectSoundLooks(page, axeClean)),
})

const headers = (page: Page) => documentsScreen(page).table.getByRole('columnheader')
/** Without the signed-in person's name, which leads to their account. */
const entries = (page: Page) => frame(page).row.getByRole('link').and(page.locator(':not([href="/account"])'))
const countyInForm = (page: Page) => uploadScreen(page).county.locator('option:checked')
const fullName = ({ Name }: County) => `${Name} County`

test('firm staff edit documents of their counties, and see which county that is; staff of one county see none', async ({
  page,
  counties: { first, second, other, documents },
  records,
  signIn,
  expectGood,
}) => {
  await test.step('R2.76 edit documents of their counties, and see which county that is', async () => {
    const staff = await records.addUser({ role: 'staff', counties: [first, second] })
    const { column, editButton, filters, rows } = documentsScreen(page)
    await signIn(page, staff)
    await page.goto('/home')
    await expect(headers(page)).toContainText(['County', 'Status', 'View', 'Delete'])
    await expect(column('County')).toHaveText([second.Name, first.Name])
    await filters.toggle.click()
    await expect(filters.county.locator('option')).toHaveText([
      'All counties',
      ...[first.Name, second.Name].toSorted(),
    ])
    await expect(filters.county).not.toContainText(other.Name)
    await filters.county.selectOption(first.Name)
    await filters.apply.click()
    await expect(rows).toHaveCount(1)
    await expect(page).toHaveURL(`/home?county=${first.CountyID}`)
    await expectGood(page)

    await setWidth(page, WIDTH.wide)
    await editButton(documents.first).click()
    await editDialog(page).status.selectOption('Completed')
    await editDialog(page).save.click()
    await expect(editDialog(page).said).toContainText('Status updated successfully!')
    await page.keyboard.press('Escape')
    await expect(column('Status')).toContainText(['Completed'])
  })
  await test.step('of one county see no county, and can edit anyway', async () => {
    await signIn(page, await records.addUser({ role: 'staff', county: first }))
    await page.goto('/home')
    await expect(documentsScreen(page).editButton(documents.first)).toBeVisible()
    await expect(documentsScreen(page).column('County')).toHaveCount(0)
    await expect(frame(page).county).toHaveCount(0)
  })
})

test('a reader is not offered actions that they may not do, and gets the reason on request; a county manager works like a county user', async ({
  page,
  counties: { first, documents },
  records,
  signIn,
  expectGood,
}) => {
  await test.step('R2.76 is not offered actions that they may not do, and gets the reason on request', async () => {
    const sentence = 'You may see and download documents, but not change them.'
    await signIn(page, await records.addUser({ role: 'reader', county: first }))
    await page.goto('/landing')
    await expect(page.getByRole('main').getByText(sentence)).toBeVisible()
    await expect(entries(page)).toHaveText(['Home', 'Documents', 'Owner Detail'])
    await expect(page.getByRole('link', { name: /Upload a document|Recycle Bin/u })).toHaveCount(0)
    await expectGood(page)

    // On a phone the actions are in a menu of the row.
    await setWidth(page, WIDTH.wide)
    await page.goto('/home')
    await expect(documentsScreen(page).viewLink(documents.first)).toBeVisible()
    await expect(documentsScreen(page).deleteButton(documents.first)).toHaveCount(0)
    await expect(headers(page)).not.toContainText(['Delete'])
    await expectGood(page)

    for (const path of ['/add', '/recyclebin']) {
      await page.goto(path)
      await expect(page.getByRole('alert').filter({ hasText: sentence })).toBeVisible()
      await expect(page.getByRole('main').getByRole('button')).toHaveCount(0)
    }
    await expectGood(page)
  })
  await test.step('R7.77 a screen without the right leads to the documents', async () => {
    for (const path of ['/add', '/add/unfinished', '/recyclebin']) {
      await page.goto(path)
      await page.getByRole('main').getByRole('link', { name: 'Documents' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Documents')
    }
  })
  await test.step('R2.76 a county manager works with documents like a county user', async () => {
    await setWidth(page, WIDTH.wide)

    await signIn(page, await records.addUser({ role: 'manager', county: first }))
    await page.goto('/home')
    await expect(documentsScreen(page).deleteButton(documents.first)).toBeVisible()
    await expect(documentsScreen(page).editButton(documents.first)).toHaveCount(0)
    await expect(documentsScreen(page).column('County')).toHaveCount(0)
    await page.goto('/recyclebin')
    await expect(recycleBinScreen(page).bulk.toggle).toBeVisible()
  })
})

test('a person with several counties sees the documents of all, uploads to the county in the form, and reads owners of each', async ({
  page,
  counties: { first, second, other },
  clerk,
  signIn,
  expectGood,
}) => {
  await test.step('R2.77 sees the documents of all of them, and drops another county from a link', async () => {
    const { column } = documentsScreen(page)
    await signIn(page, clerk)
    await page.goto(`/home?county=${other.CountyID}`)
    await expect(column('County')).toHaveText([second.Name, first.Name])
    await expect(page.getByText('Your 2 counties')).toBeVisible()
    await expectGood(page)
    await page.goto(`/home?county=${second.CountyID}`)
    await expect(column('County')).toHaveText([second.Name])
  })
  await test.step('R2.77 reads the owners of the county they work for, or of another of theirs', async () => {
    await setWidth(page, WIDTH.wide)

    const asked = await stubRoll(page, [{ name: 'Pecos Gas' }])
    const { county, names } = ownersScreen(page)
    const lastAsked = () => asked.at(-1)?.get('countyId')
    // The link before has selected the second county.
    await frame(page).county.selectOption(fullName(first))
    await expect(page).toHaveURL(`/home?county=${first.CountyID}`)
    await page.goto('/owner-details')
    await expect(names).toHaveText(['Pecos Gas'])
    await expect(county.locator('option')).toHaveText([first.Name, second.Name].toSorted())
    expect(lastAsked()).toBe(String(first.CountyID))
    await setWidth(page, WIDTH.wide)
    await county.selectOption(second.Name)
    await expect.poll(lastAsked).toBe(String(second.CountyID))
    await expect(page).toHaveURL(`/owner-details?county=${second.CountyID}`)
    await county.selectOption(first.Name)
    await expect.poll(lastAsked).toBe(String(first.CountyID))

    await frame(page).county.selectOption(fullName(second))
    await expect.poll(lastAsked).toBe(String(second.CountyID))
    await expect(page).toHaveURL(`/owner-details?county=${second.CountyID}`)
    await expect(county.locator('option:checked')).toHaveText(second.Name)
  })
  await test.step('R2.77 uploads to the county in the form', async () => {
    await page.goto('/add')
    const { county, input, submit, succeeded } = uploadScreen(page)
    await expect(county.locator('option:checked')).toHaveText(second.Name)
    await county.selectOption(first.Name)
    await fillFields(page)
    await input.setInputFiles(fileOf('order.pdf', SAMPLE_FILES.pdf))
    const answered = page.waitForResponse(UPLOAD_CALL)
    await submit.click()
    await expect(succeeded).toBeVisible()
    expect(await (await answered).json()).toMatchObject({ file: { CountyID: first.CountyID } })
  })
})

test.describe('a person with several counties', () => {
  test('R2.78 R7.100 selects in the bar which county every screen of the tab shows: other tabs and what is typed stay', async ({
    page,
    counties: { first, second },
    clerk,
    signIn,
  }) => {
    await signIn(page, clerk)
    await page.goto('/add')
    await expect(countyInForm(page)).toHaveText('Select a county')
    await frame(page).county.selectOption(fullName(first))
    await expect(countyInForm(page)).toHaveText(first.Name)
    await uploadScreen(page).description.fill('Begun for the first county')
    const other = await page.context().newPage()
    await other.goto(`/home?county=${second.CountyID}`)
    await expect(frame(other).county.locator('option:checked')).toHaveText(fullName(second))
    await expect(frame(page).county.locator('option:checked')).toHaveText(fullName(first))
    await frame(page).county.selectOption(fullName(second))
    await expect(frame(page).county.locator('option:checked')).toHaveText(fullName(second))
    await expect(countyInForm(page)).toHaveText(first.Name)
    await expect(uploadScreen(page).description).toHaveValue('Begun for the first county')
  })

  test('R7.100 the choice in the bar limits the documents, the bin and the receipts, and a filter taken off widens it', async ({
    page,
    counties: { first, second },
    clerk,
    signIn,
  }) => {
    const { rows } = documentsScreen(page)
    const column = (name: string) => documentsScreen(page).column(name)
    await signIn(page, clerk)
    await page.goto('/home')
    await expect(rows).toHaveCount(2)
    await frame(page).county.selectOption(fullName(first))
    await expect(rows).toHaveCount(1)
    await expect(page).toHaveURL(`/home?county=${first.CountyID}`)
    const asked = page.waitForRequest(/recyclebin/u)
    await frame(page).row.getByRole('link', { name: 'Recycle Bin' }).click()
    expect((await asked).url()).toContain(`countyId=${first.CountyID}`)
    await frame(page).county.selectOption(fullName(second))
    await frame(page).row.getByRole('link', { name: 'Documents' }).click()
    await expect(page).toHaveURL(`/home?county=${second.CountyID}`)
    await expect(column('County')).toHaveText([second.Name])
    await page.reload()
    await expect(rows).toHaveCount(1)
    await page.getByRole('button', { name: /^Remove filter County/u }).click()
    await expect(rows).toHaveCount(2)
    await expect(frame(page).county.locator('option:checked')).toHaveText('All my counties')
  })

  test('finds the choice in the menu of a phone and in bars of every width, and reads why one is no longer theirs', async ({
    page,
    counties: { first, second },
    clerk,
    signIn,
    axeClean,
    records,
  }) => {
    await test.step('R2.78 finds the choice in the menu of a phone and in bars of every width, and uses it by keyboard', async () => {
      const { county, menuButton, overlay } = frame(page)
      await signIn(page, clerk)
      await page.goto('/landing')
      for (const width of [768, 1024, 1280]) {
        await setWidth(page, width)
        await expect(county).toBeVisible()
        await expectNoSidewaysScroll(page)
      }
      await axeClean(page)
      await setWidth(page, WIDTH.phone)
      await menuButton.click()
      await show(page, { colorScheme: 'dark', width: WIDTH.phone })
      await expect(overlay.getByLabel('County you work for')).toBeVisible()
      await expectNoSidewaysScroll(page)
      await axeClean(page)
      await county.focus()
      const [above = first] = [first, second].toSorted((one, two) => (one.Name < two.Name ? -1 : 1))
      await expect(county.locator('option:checked')).toHaveText('All my counties')
      await page.keyboard.press('ArrowDown')
      await expect(county.locator('option:checked')).toHaveText(fullName(above))
      await expect(overlay).toBeVisible()
      await expect(county).toBeFocused()
    })
    await test.step('R2.78 reads why a county that is no longer theirs cannot be selected', async () => {
      await setWidth(page, WIDTH.wide)

      await signIn(page, clerk)
      await page.goto('/landing')
      await expect(frame(page).county).toBeVisible()
      await frame(page).county.selectOption(fullName(first))
      await page.settled()
      await page.reload()
      await expect(frame(page).county.locator('option:checked')).toHaveText(fullName(first))
      await records.run('DELETE FROM membership WHERE account_id = $1 AND county_id = $2', [
        clerk.userID,
        second.CountyID,
      ])
      await frame(page).county.selectOption(fullName(second))
      await expect(page.getByRole('banner').getByRole('alert')).toHaveText(
        'You may only choose a county that you belong to.',
      )
      await expect(frame(page).county.locator('option:checked')).toHaveText(fullName(first))
    })
  })
})

test('a person whose rights were changed gets a message, and is not mistaken for another person', async ({
  page,
  counties: { first },
  clerk,
  records,
  signIn,
}) => {
  await signIn(page, clerk)
  await page.goto(`/home?county=${first.CountyID}`)
  await expect(documentsScreen(page).rows).toHaveCount(1)
  await records.run(`UPDATE account SET role = 'reader' WHERE id = $1`, [clerk.userID])
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await expect(page.getByRole('alert').filter({ hasText: clerk.email })).toHaveText(
    `What you may see and do here has been changed, so this screen starts again. You are signed in as ${clerk.email} (2 counties).`,
  )
  await expect(page.getByText('Another person')).toHaveCount(0)
  await expect(documentsScreen(page).table.getByRole('button', { name: /^Delete/u })).toHaveCount(0)
})

test('R7.94 a screen that a person may not open gives the reason and leads on', async ({
  page,
  desk,
  signIn,
}) => {
  await signIn(page, desk.clerk)
  for (const path of ['/admin', '/admin/people', '/admin/counties', '/admin/history', '/admin/jobs']) {
    await page.goto(path)
    await expect(page.getByRole('alert')).toContainText('Only')
    await page.getByRole('main').getByRole('link', { name: 'Documents' }).click()
    await expect(page).toHaveURL('/home')
  }
})
