import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from './browser/fixtures.ts'
import { expectNoSidewaysScroll } from './steps/eyes.ts'
import { SAMPLE_FILES } from './steps/files.ts'
import { setWidth } from './steps/frame.ts'
import { tabTo } from './steps/keyboard.ts'
import { fileOf, fillFields, uploadScreen } from './steps/upload.ts'
import { expectSoundLooks } from './steps/two-looks.ts'

const NUMBER = /R-\d{4}-\d{4}-\d{4}/u
const CODE = /(?:[0-9A-HJKMNP-TV-Z]{4}-){4}[0-9A-HJKMNP-TV-Z]{4}/u

const filing = (page: Page) => page.getByRole('region', { name: 'Filing receipt' })

/** Uploads two files, and returns number and code from the success screen. */
async function uploadTwo(page: Page): Promise<{ number: string; code: string }> {
  const { input, submit, succeeded } = uploadScreen(page)
  await page.goto('/add')
  await fillFields(page)
  await input.setInputFiles([
    fileOf('rendition.pdf', SAMPLE_FILES.pdf),
    fileOf('plant.png', SAMPLE_FILES.png),
  ])
  await submit.click()
  await expect(succeeded).toBeVisible()
  await expect(filing(page)).toContainText(CODE)
  const text = await filing(page).innerText()
  return { number: NUMBER.exec(text)?.[0] ?? '', code: CODE.exec(text)?.[0] ?? '' }
}

test('R12.1 an upload ends with a receipt, which can be read as a page and on paper, saved as a PDF, and verified by number and code', async ({
  page,
  desk,
  signIn,
  axeClean,
}) => {
  await signIn(page, desk.clerk)
  const { number, code } = await uploadTwo(page)

  await test.step('R12.6 a receipt is saved as a PDF, from the upload and from its page, without a mouse', async () => {
    const onSuccess = page.getByRole('link', { name: `Download PDF of receipt ${number}` })
    const onPage = page.getByRole('link', { name: 'Download PDF', exact: true })
    for (const link of [onSuccess, onPage]) {
      await tabTo(page, link)
      const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
      expect(download.suggestedFilename()).toBe(`receipt-${number}.pdf`)
      const bytes = await readFile(await download.path())
      expect(bytes.subarray(0, 8).toString('latin1')).toBe('%PDF-1.7')
      if (link === onPage) break
      await page.keyboard.press('Shift+Tab')
      await expect(page.getByRole('link', { name: `Open receipt ${number}` })).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(`/receipts/${number}`)
    }
  })

  await expect(page).toHaveURL(`/receipts/${number}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Filing receipt ${number}`)
  const says = page.getByRole('region', { name: 'What this receipt says' })
  for (const part of [code, desk.county.Name, desk.clerk.email]) await expect(says).toContainText(part)
  const files = page.getByRole('table', { name: 'Received files' })
  await expect(files.getByRole('rowheader')).toHaveCount(2)
  await expect(files).toContainText(/[0-9a-f]{64}/u)
  await expect(files).toContainText(/\d{1,2}\/\d{1,2}\/\d{4}, \d{1,2}:\d{2}:\d{2} [AP]M C[SD]T/u)
  await expect(files).toContainText(/\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2} UTC/u)
  // The address is enough, as in the e-mail.
  await page.reload()
  await expect(files.getByRole('rowheader')).toHaveCount(2)
  for (const width of [320, 360, 768, 1440, 1920]) {
    await setWidth(page, width)
    await expectNoSidewaysScroll(page)
  }
  await setWidth(page, 720)
  await page.emulateMedia({ media: 'print' })
  await expectNoSidewaysScroll(page)
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden()
  await expect(page.getByRole('link', { name: 'Download PDF' })).toBeHidden()
  await expect(says).toContainText(code)
  expect(
    await files
      .locator('tbody tr')
      .first()
      .evaluate((row) => getComputedStyle(row).display),
  ).toBe('table-row')

  await test.step('a receipt and the screen that verifies it have no finding', async () => {
    await page.emulateMedia({ media: 'screen' })
    await expectSoundLooks(page, axeClean)
  })
  await test.step('R12.3 a receipt is verified by number and code, and a forged code is refused', async () => {
    await page.goto('/receipts')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Verify a receipt')

    await test.step('R7.80 each empty field is marked, and the first one has the focus', async () => {
      const [first, second] = [page.getByLabel('Receipt number'), page.getByLabel('Check code')]
      await page.getByRole('button', { name: 'Verify' }).click()
      for (const field of [first, second]) {
        await expect(field).toHaveAttribute('aria-invalid', 'true')
        await expect(field).toHaveAccessibleDescription('This field is required.')
      }
      await expect(first).toBeFocused()
      await first.fill('x')
      await expect(first).toHaveAttribute('aria-invalid', 'false')
      await expect(second).toHaveAttribute('aria-invalid', 'true')
    })
    await page.getByLabel('Receipt number').fill(number.toLowerCase())
    await page.keyboard.press('Enter')
    await expect(
      page.getByRole('alert').filter({ hasText: 'Please fill all required fields.' }),
    ).toBeVisible()
    await expect(page.getByLabel('Check code')).toBeFocused()
    await page.getByLabel('Check code').fill(code.replaceAll('-', ' '))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('status').filter({ hasText: 'This receipt is genuine.' })).toBeVisible()
    await expect(page.getByRole('table', { name: 'Received files' })).toBeVisible()
    await expectSoundLooks(page, axeClean)
    await page.getByLabel('Check code').fill(code.startsWith('A') ? `B${code.slice(1)}` : `A${code.slice(1)}`)
    await page.getByRole('button', { name: 'Verify' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'No matching receipt was found' })).toBeVisible()
    await expect(page.getByRole('table', { name: 'Received files' })).toHaveCount(0)

    await axeClean(page)
  })
  await test.step('R12.11 the link of the code on the receipt verifies it immediately', async () => {
    await page.goto(`/receipts/${number}`)
    await expect(
      page.getByRole('img', { name: 'QR code of the address that verifies this receipt' }),
    ).toBeVisible()
    await page.getByRole('link', { name: '/receipts?v=' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'This receipt is genuine.' })).toBeVisible()
    await expect(page.getByLabel('Check code')).toHaveValue(code)
    await expectSoundLooks(page, axeClean)
  })
  await test.step('R12.8 the details of a document name its receipt', async () => {
    await page.goto('/home')
    await page.getByRole('table').getByTitle('Details').first().click()
    await page.getByRole('dialog').getByRole('link', { name: number }).click()
    await expect(page).toHaveURL(`/receipts/${number}`)
    await page.goto('/receipts')
  })
  await test.step('R12.8 a person’s own receipts are listed below, each with its link', async () => {
    const own = page.getByRole('table', { name: 'My receipts' })
    await own.getByRole('link', { name: number }).click()
    await expect(page).toHaveURL(`/receipts/${number}`)
    await page.goto('/account')
    await page.getByRole('link', { name: 'My receipts' }).click()
    await expect(page.getByRole('table', { name: 'My receipts' })).toBeVisible()
  })
})

test('R12.4 a receipt that cannot be made says so and is made by Try again; one that was changed in the database has no PDF', async ({
  page,
  desk,
  signIn,
}) => {
  await signIn(page, desk.clerk)
  await page.route('**/api/receipts', (route) => route.abort())
  const { input, submit, succeeded } = uploadScreen(page)
  await page.goto('/add')
  await fillFields(page)
  await input.setInputFiles([fileOf('rendition.pdf', SAMPLE_FILES.pdf)])
  await submit.click()
  await expect(succeeded).toBeVisible()
  await expect(filing(page)).toContainText('The receipt could not be made. Your files are safely stored.')
  await page.unroute('**/api/receipts')
  await filing(page).getByRole('button', { name: 'Try again' }).click()
  await expect(filing(page)).toContainText(NUMBER)

  await test.step('a receipt that was changed in the database has no PDF, and says so', async () => {
    const number = NUMBER.exec(await filing(page).innerText())?.[0] ?? ''
    await test.step('the link to the screen that verifies it', async () => {
      await filing(page).getByRole('link', { name: 'Verify a receipt' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Verify a receipt')
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    })
    await page.route(`**/api/receipts/${number}`, async (route) => {
      const answer = await route.fetch()
      const receipt = (await answer.json()) as object
      await route.fulfill({ json: { ...receipt, IsSound: false } })
    })
    await page.goto(`/receipts/${number}`)
    await expect(page.getByRole('alert').filter({ hasText: 'This receipt is damaged' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Download PDF' })).toHaveCount(0)
  })
})
