import { DELETE_NOTICE_MS, WELCOME_SPLASH_MS } from '@portal/contract/limits.ts'
import type { Page } from '@playwright/test'
import { type Desk, expect, test as base } from './browser/fixtures.ts'
import type { NewDocument } from './browser/records.ts'
import { withoutTimer } from './steps/by-itself.ts'
import { documentsScreen, LIST_CALL } from './steps/documents.ts'
import { editDialog } from './steps/edit.ts'
import { expectNoSidewaysScroll, inEveryAppearance, show } from './steps/eyes.ts'
import { SAMPLE_FILES } from './steps/files.ts'
import { frame, setWidth, WIDTH } from './steps/frame.ts'
import { loginScreen } from './steps/login.ts'
import { fileOf, fillFields, UPLOAD_CALL, uploadScreen } from './steps/upload.ts'

type Fixtures = {
  /** Zero axe findings in light and dark, wide and on a phone, and no sideways scroll anywhere. */
  expectGood: (page: Page) => Promise<void>
}

const test = base.extend<Fixtures>({
  expectGood: async ({ axeClean }, use) =>
    use((page) =>
      inEveryAppearance(page, async () => {
        await expectNoSidewaysScroll(page)
        await axeClean(page)
      }),
    ),
})

const LONG_WORD = 'Rendition-of-the-compressor-station-and-gathering-system-number-four-hundred'

/** What stretches a table: every status, a long word, a long name, no description at all. */
function difficultDocuments({ county, clerk: uploadedBy }: Desk): NewDocument[] {
  const own = { county, uploadedBy }
  return [
    { ...own, statusId: 1, description: 'Rendition of the gas plant near Pecos, with its asset list' },
    { ...own, statusId: 3, description: LONG_WORD, fileName: `${LONG_WORD}.pdf` },
    { ...own, statusId: 4, description: '' },
    { ...own, statusId: 2, categoryId: 4, typeId: 28 },
  ]
}

test('the sign-in screen, before and after a refusal', async ({ page, expectGood }) => {
  const login = loginScreen(page)
  await page.goto('/login')
  await expect(login.username).toBeVisible()
  await expectGood(page)
  await login.enter({ email: 'nobody@reeves.example' }, 'not the password')
  await expect(login.failure).not.toBeEmpty()
  await expectGood(page)
})

test('the splash screen', async ({ page, people, signIn, expectGood }) => {
  await withoutTimer(page, WELCOME_SPLASH_MS)
  await signIn(page, people.countyUser)
  await page.goto('/welcome')
  await expect(page.getByRole('progressbar')).toBeAttached()
  await expectGood(page)
})

test('the start page, and the menu of a phone', async ({ page, people, signIn, axeClean, expectGood }) => {
  const { menuButton, overlay } = frame(page)
  await signIn(page, people.countyUser)
  await page.goto('/landing')
  await expect(page.getByRole('link', { name: 'Upload a document, Click here' })).toBeVisible()
  await expectGood(page)
  await setWidth(page, WIDTH.phone)
  await menuButton.click()
  await expect(overlay).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await show(page, { colorScheme, width: WIDTH.phone })
    await expectNoSidewaysScroll(page)
    await axeClean(page)
  }
})

test.describe('the documents list', () => {
  test('with rows, filters and pager', async ({ page, desk, people, records, signIn, expectGood }) => {
    const { rows, filters, pager } = documentsScreen(page)
    await records.addDocuments(difficultDocuments(desk))
    await page.route(LIST_CALL, async (route) => {
      const response = await route.fetch()
      const answer = (await response.json()) as object
      await route.fulfill({ response, json: { ...answer, totalPages: 26, total: 1260 } })
    })
    await signIn(page, people.administrator)
    await page.goto(`/home?county=${desk.county.CountyID}&page=1`)
    await expect(rows).toHaveCount(4)
    await expect(filters.category).toBeVisible()
    await expect(pager).toBeVisible()
    await expectGood(page)
  })

  test('empty, and not to be loaded', async ({ page, desk, signIn, expectGood }) => {
    const { empty, failed } = documentsScreen(page)
    await signIn(page, desk.clerk)
    await page.goto('/home')
    await expect(empty).toBeVisible()
    await expectGood(page)
    await page.route(LIST_CALL, (route) => route.fulfill({ status: 500, body: '' }))
    await page.reload()
    await expect(failed).toBeVisible()
    await expectGood(page)
  })

  test('with its popup, its question and its notices', async ({
    page,
    desk,
    people,
    records,
    signIn,
    expectGood,
  }) => {
    const { question, deleteButton, row } = documentsScreen(page)
    await withoutTimer(page, DELETE_NOTICE_MS)
    const [mine = 0] = await records.addDocuments(difficultDocuments(desk))
    const [theirs = 0] = await records.addDocuments([
      { county: desk.county, uploadedBy: people.administrator, description: 'Short' },
    ])
    await signIn(page, desk.clerk)
    await page.goto('/home')
    await row(mine)
      .getByRole('button', { name: /^Show more/u })
      .click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectGood(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    for (const [id, text] of [
      [theirs, 'Unauthorized to delete this file.'],
      [mine, 'File deleted successfully.'],
    ] as const) {
      await deleteButton(id).click()
      await expect(question).toBeVisible()
      if (id === mine) await expectGood(page)
      await question.getByRole('button', { name: 'Yes' }).click()
      const notice = page.locator('[role="status"], [role="alert"]').filter({ hasText: text })
      await notice.getByRole('button', { name: 'Dismiss' }).focus()
      await expectGood(page)
      await notice.getByRole('button', { name: 'Dismiss' }).click()
    }
  })
})

test('the edit dialog: as it opens, with a refusal, with two versions, with its question', async ({
  page,
  desk,
  people,
  records,
  signIn,
  expectGood,
}) => {
  const { description, save, failure, theirs, question } = editDialog(page)
  const [id = 0] = await records.addDocuments(difficultDocuments(desk))
  await signIn(page, people.administrator)
  await page.goto(`/home?county=${desk.county.CountyID}`)
  await documentsScreen(page).editButton(id).click()
  await expect(description).toBeVisible()
  await expectGood(page)
  await description.fill('')
  await save.click()
  await expect(description).toHaveAttribute('aria-invalid', 'true')
  await expectGood(page)
  const data = { description: LONG_WORD }
  expect((await page.request.patch(`/api/status/uploads/${id}/descriptiontypes`, { data })).status()).toBe(
    200,
  )
  await description.fill('My own text')
  await save.click()
  await expect(failure).toBeVisible()
  await expect(theirs).toBeVisible()
  await expectGood(page)
  await page.keyboard.press('Escape')
  await expect(question).toBeVisible()
  await expectGood(page)
})

test.describe('the upload', () => {
  test('form: empty, refused, with files of every standing', async ({ page, people, signIn, expectGood }) => {
    const { submit, input, county, problem, file } = uploadScreen(page)
    await signIn(page, people.administrator)
    await page.goto('/add')
    await expect(county).toBeVisible()
    await expectGood(page)
    await submit.click()
    await input.setInputFiles([
      fileOf('rendition.pdf', SAMPLE_FILES.pdf),
      fileOf(`${LONG_WORD}.pdf`, SAMPLE_FILES.pdf),
      fileOf('notes.txt', Buffer.from('text')),
    ])
    await expect(problem.filter({ hasText: 'notes.txt' })).toBeVisible()
    await expectGood(page)
    await fillFields(page)
    await county.selectOption({ index: 1 })
    await page.route(UPLOAD_CALL, (route) =>
      route.request().postDataBuffer()?.includes(LONG_WORD)
        ? route.fulfill({ status: 500, body: '' })
        : route.continue(),
    )
    await submit.click()
    await expect(file('rendition.pdf')).toContainText('Stored as file')
    await expect(file(LONG_WORD)).toContainText('This file was not stored.')
    await expectGood(page)
  })

  test('while it runs, its question, and its receipt', async ({ page, desk, signIn, expectGood }) => {
    const { submit, input, succeeded } = uploadScreen(page)
    const release = Promise.withResolvers<void>()
    await page.route(UPLOAD_CALL, async (route) => {
      await release.promise
      await route.continue()
    })
    await signIn(page, desk.clerk)
    await page.goto('/add')
    await fillFields(page)
    await input.setInputFiles([fileOf(`${LONG_WORD}.pdf`, SAMPLE_FILES.pdf)])
    await submit.click()
    await expect(submit).toHaveText('Uploading...')
    await expectGood(page)
    await setWidth(page, WIDTH.wide)
    await page.getByRole('link', { name: 'Documents', exact: true }).click()
    const question = page.getByRole('alertdialog')
    await expect(question).toBeVisible()
    await expectGood(page)
    await question.getByRole('button', { name: 'No' }).click()
    release.resolve()
    await expect(succeeded).toBeVisible()
    await expectGood(page)
  })
})

test('the pages for what went wrong', async ({ page, desk, signIn, expectGood }) => {
  await page.goto('/no-such-page')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This page does not exist')
  await expectGood(page)
  await signIn(page, desk.clerk)
  await page.route(LIST_CALL, (route) => route.fulfill({ json: { files: [null], total: 1, totalPages: 1 } }))
  await page.goto('/home')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unexpected Application Error!')
  await expectGood(page)
  await page.route('**/assets/documents-route-*.js', (route) => route.abort())
  await page.goto('/home')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Loading chunk \d+ failed$/u)
  await expectGood(page)
})
