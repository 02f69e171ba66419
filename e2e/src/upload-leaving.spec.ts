import type { Page } from '@playwright/test'
import { expect, test } from './browser/fixtures.ts'
import { PASSWORD } from './browser/portal.ts'
import { SAMPLE_FILES } from './steps/files.ts'
import { BATCH, queueScreen } from './steps/queue.ts'
import { dropFiles, fileOf, fillFields, uploadScreen } from './steps/upload.ts'

const FILES = [fileOf('rendition.pdf', SAMPLE_FILES.pdf)]

function questionOf(page: Page) {
  const question = page.getByRole('alertdialog')
  return {
    question,
    yes: question.getByRole('button', { name: /^(?:Cancel upload|Leave)$/u }),
    no: question.getByRole('button', { name: /^(?:Keep upload|Stay)$/u }),
  }
}

function offerOf(page: Page) {
  const offer = page.getByRole('region', { name: 'Upload that was not sent' })
  return {
    offer,
    take: offer.getByRole('button', { name: 'Bring it back' }),
    discard: offer.getByRole('button', { name: 'Discard it' }),
  }
}

test('R5.63 a file that is dropped outside a drop area never opens over the portal; on /landing it moves to /add', async ({
  page,
  desk,
  signIn,
}) => {
  await signIn(page, desk.clerk)
  for (const path of ['/landing', '/home', '/owner-details', '/add', '/recyclebin']) {
    await test.step(`outside a drop area never opens over the portal: ${path}`, async () => {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(await dropFiles(page.locator('body'), ['stray.pdf'])).toEqual({ isTaken: true })
      await expect(page).toHaveURL(path)
    })
  }
  const target = page.getByRole('link', { name: 'Upload a document, Click here' })
  await test.step('R5.63 on /landing a file moves to /add, a good one and a bad', async () => {
    const { files, file, problem } = uploadScreen(page)
    await page.goto('/landing')
    await dropFiles(target, ['first.pdf', 'notes.txt'])
    await expect(page).toHaveURL('/add')
    await expect(file('first.pdf')).toBeVisible()
    await expect(problem).toContainText('notes.txt: this type of file is not accepted.')
    await page.reload()
    await expect(files).toHaveCount(0)
  })
  await test.step('R5.63 on /landing several files become a batch', async () => {
    await page.goto('/landing')
    await dropFiles(target, ['first.pdf', 'second.pdf', 'notes.txt'])
    await expect(page).toHaveURL(BATCH)
    await expect(queueScreen(page).rows).toHaveCount(2)
    await expect(queueScreen(page).problem).toContainText('notes.txt: this type of file is not accepted.')
  })
})

/** Opens the form by the link of the start page. */
async function openForm(page: Page): Promise<void> {
  await page.goto('/landing')
  await page.getByRole('link', { name: 'Upload a document, Click here' }).click()
}

test('leaving /add with text or files asks first, and is free with neither and once all is stored', async ({
  page,
  desk,
  signIn,
}) => {
  await signIn(page, desk.clerk)
  await openForm(page)
  await test.step('R5.64 with text or files asks first, and is free with neither', async () => {
    const { category, description, input, remove } = uploadScreen(page)
    const { question, yes, no } = questionOf(page)
    const documents = page.getByRole('link', { name: 'Documents', exact: true })
    await description.fill('Half a thought')
    await documents.click()
    await expect(question).toContainText('What you typed and chose here has not been uploaded yet.')
    await no.click()
    await expect(page).toHaveURL('/add')
    await expect(description).toHaveValue('Half a thought')
    await description.fill('')
    await input.setInputFiles([FILES[0]!])
    await documents.click()
    await expect(question).toBeVisible()
    await no.click()
    await remove('rendition.pdf').click()
    await category.selectOption('Industrial')
    await documents.click()
    await expect(page).toHaveURL('/home')
    await page.goBack()
    await description.fill('Half a thought')
    await documents.click()
    await yes.click()
    await expect(page).toHaveURL('/home')
  })
  await test.step('R5.65 Cancel asks, and then keeps nothing', async () => {
    const { description, cancel } = uploadScreen(page)
    await page.getByRole('link', { name: 'Add New' }).click()
    // The earlier unfinished input.
    await offerOf(page).discard.click()
    const { question, yes, no } = questionOf(page)
    await description.fill('A mistake')
    await cancel.click()
    await expect(question).toContainText('will be lost')
    await no.click()
    await expect(description).toHaveValue('A mistake')
    await cancel.click()
    await yes.click()
    await expect(page).toHaveURL('/home')
    await page.getByRole('link', { name: 'Add New' }).click()
    await expect(description).toBeVisible()
    await expect(offerOf(page).offer).toHaveCount(0)
  })
  await test.step('is free once all is stored', async () => {
    const { input, submit, succeeded } = uploadScreen(page)
    await fillFields(page)
    await input.setInputFiles(FILES)
    await submit.click()
    await expect(succeeded).toBeVisible()
    await page.getByRole('link', { name: 'Documents', exact: true }).click()
    await expect(page).toHaveURL('/home')
    await page.getByRole('link', { name: 'Add New' }).click()
    await expect(uploadScreen(page).description).toHaveValue('')
    await expect(offerOf(page).offer).toHaveCount(0)
  })
})

test('unfinished input on /add is offered again, with its files, after a reload without them', async ({
  page,
  desk,
  signIn,
}) => {
  await signIn(page, desk.clerk)
  await openForm(page)
  await test.step('R5.65 unfinished input is offered again, with its files', async () => {
    const { category, type, description, files, input, submit, succeeded } = uploadScreen(page)
    await fillFields(page, 'Rendition of the second plant')
    await input.setInputFiles(FILES)
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    await questionOf(page).yes.click()
    await expect(page).toHaveURL('/landing')
    await page.getByRole('link', { name: 'Add New' }).click()
    const { offer, take } = offerOf(page)
    await expect(offer).toContainText('Rendition of the second plant')
    await expect(offer).toContainText('1 file')
    await expect(description).toHaveValue('')
    await take.click()
    await expect(offer).toHaveCount(0)
    await expect(category.locator('option:checked')).toHaveText('Industrial')
    await expect(type.locator('option:checked')).toHaveText('Rendition')
    await expect(description).toHaveValue('Rendition of the second plant')
    await expect(files).toHaveCount(1)
    await submit.click()
    await expect(succeeded).toBeVisible()
  })
  await test.step('R5.65 after a reload the text is still there, and the files are requested again', async () => {
    await uploadScreen(page).again.click()

    const { description, files, input } = uploadScreen(page)
    await description.fill('Rendition of the third plant')
    await input.setInputFiles(FILES)
    await expect(files).toHaveCount(1)
    await page.reload()
    const { offer, take, discard } = offerOf(page)
    await expect(offer).toContainText('please choose the file again')
    await page.reload()
    await take.click()
    await expect(description).toHaveValue('Rendition of the third plant')
    await description.fill('')
    await page.reload()
    await expect(offer).toHaveCount(0)
    await description.fill('Not worth it')
    await page.reload()
    await discard.click()
    await expect(offer).toHaveCount(0)
    await page.reload()
    await expect(description).toBeVisible()
    await expect(offer).toHaveCount(0)
  })
  await test.step('R5.65 accepting the offer by keyboard moves the focus to the first empty field', async () => {
    const { category, description, chooseButton, input, files } = uploadScreen(page)
    const { take, discard } = offerOf(page)
    await fillFields(page, 'Rendition of the fifth plant')
    await input.setInputFiles(FILES)
    await expect(files).toHaveCount(1)
    await page.reload()
    await take.press('Enter')
    await expect(chooseButton).toBeFocused()
    await expect(description).toHaveValue('Rendition of the fifth plant')
    await page.reload()
    await discard.press('Enter')
    await expect(category).toBeFocused()
    await category.selectOption('Industrial')
    await description.fill('Without a type')
    await page.reload()
    await take.press('Enter')
    await expect(uploadScreen(page).type).toBeFocused()
  })
})

/**
 * Chosen files are compared with stored ones. After the session ends, this call would leave the screen before the
 * click.
 */
const comparison = (page: Page) => page.waitForResponse('**/api/files/twins')

test('a session that ends on /add leads to /login without a question, restores all to the same person, and nothing to another person', async ({
  page,
  desk,
  people,
  endSessions,
  signIn,
}) => {
  await test.step('S4.14 R5.64 leads to /login without a question, and restores all to the same person', async () => {
    const { description, input, files, submit } = uploadScreen(page)
    await signIn(page, desk.clerk)
    await page.goto('/add')
    await fillFields(page, 'Rendition of the fourth plant')
    const compared = comparison(page)
    await input.setInputFiles(FILES)
    await compared
    await endSessions(desk.clerk)
    await submit.click()
    await expect(page).toHaveURL('/login')
    await page.getByLabel('Username').fill(desk.clerk.email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page).toHaveURL('/welcome')
    await page.getByRole('link', { name: 'Add New' }).click()
    const { take } = offerOf(page)
    const comparedAgain = comparison(page)
    await take.click()
    await expect(description).toHaveValue('Rendition of the fourth plant')
    await expect(files).toHaveCount(1)
    await comparedAgain
  })
  await test.step('R5.65 restores nothing to another person', async () => {
    const { description, submit } = uploadScreen(page)
    await description.fill('Nobody else may read this')

    await endSessions(desk.clerk)
    await submit.click()
    await expect(page).toHaveURL('/login')
    await page.getByLabel('Username').fill(people.countyUser.email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Login' }).click()
    await expect(page).toHaveURL('/welcome')
    await page.getByRole('link', { name: 'Add New' }).click()
    await expect(description).toHaveValue('')
    await expect(offerOf(page).offer).toHaveCount(0)
  })
})
