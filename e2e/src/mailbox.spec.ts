import { mailFolder, TRUSTED } from '@portal/server/src/testing/mail-folder.ts'
import { filePart, mailOf, textPart } from '@portal/server/src/testing/made-mail.ts'
import { rm } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { expect, test as base } from './browser/fixtures.ts'
import { openPortal, type Portal } from './browser/portal.ts'
import { SAMPLE_FILES } from './steps/files.ts'
import { frame, setWidth, WIDTH } from './steps/frame.ts'
import { expectSoundLooks } from './steps/two-looks.ts'

type MailFolder = Awaited<ReturnType<typeof mailFolder>>

/** A portal that reads a mail folder for the county Loving. */
const test = base.extend<object, { portal: Portal; mail: MailFolder }>({
  mail: [
    async ({ browserName: _browserName }, use) => {
      const folder = await mailFolder()
      await use(folder)
      await rm(folder.root, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
  portal: [
    async ({ mail }, use) => {
      const portal = await openPortal(mail.environment)
      await portal.cli(['county', 'add', '--name', 'Loving'])
      await use(portal)
      await portal.close()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})

// One worker, so that the portal starts once.
test.describe.configure({ mode: 'default' })

const ofOwner = (subject: string, file: string) =>
  mailOf({
    from: 'Owner <owner@elsewhere.example>',
    subject,
    parts: [filePart(file, SAMPLE_FILES.pdf)],
  })

/** A message of the owner, with the verdict of the mail server. */
const verdictOn = (subject: string, dmarc: 'pass' | 'fail') =>
  mailOf({
    from: 'Owner <owner@elsewhere.example>',
    subject,
    authentication: `${TRUSTED}; dmarc=${dmarc} header.from=elsewhere.example`,
    parts: [filePart('rendition.pdf', SAMPLE_FILES.pdf)],
  })

function mailboxScreen(page: Page) {
  const dialog = page.getByRole('dialog')
  return {
    row: (subject: string) => page.getByRole('row').filter({ hasText: subject }),
    open: (subject: string) =>
      page.getByRole('button', { name: new RegExp(`^Open the e-mail from .*${subject}`, 'u') }),
    dialog,
    button: (name: string) => dialog.getByRole('button', { name, exact: true }),
    notice: page.getByRole('status').filter({ hasText: /\S/u }),
    content: dialog.getByRole('region', { name: 'Content of the e-mail' }),
    file: (name: string) => dialog.getByRole('list', { name: 'Files' }).getByRole('button', { name }),
  }
}

/** Opens the screen once these messages have arrived. */
async function openMailbox(page: Page, subjects: readonly string[]): Promise<void> {
  for (const subject of subjects)
    await expect.poll(async () => (await page.request.get('/api/admin/mailbox')).text()).toContain(subject)
  await page.goto('/admin/mailbox')
  for (const subject of subjects)
    await expect(page.getByRole('row').filter({ hasText: subject })).toBeVisible()
}

test('R11.44 R11.46 a verified sender without an account is shown as verified, and a reply to them needs no warning', async ({
  page,
  people,
  mail,
  signIn,
}) => {
  await mail.deliver(verdictOn('An invoice of a real sender', 'pass'))
  await mail.deliver(verdictOn('An invoice with a forged sender', 'fail'))
  await signIn(page, people.administrator)
  await openMailbox(page, ['An invoice of a real sender', 'An invoice with a forged sender'])
  const { open, dialog, button } = mailboxScreen(page)
  const fact = (name: string) =>
    dialog.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) })
  const warning = dialog.getByText('The sender’s address is unverified; a reply may reach the wrong person.')
  const tell = dialog.getByLabel('E-mail the reason to owner@elsewhere.example')
  for (const [subject, verified] of [
    ['An invoice of a real sender', 'Yes'],
    ['An invoice with a forged sender', 'No'],
  ] as const) {
    await open(subject).click()
    await expect(fact('Verified sender')).toHaveText(`Verified sender${verified}`)
    await expect(fact('Account')).toHaveText('Account—')
    await button('Reject').click()
    await expect(tell).not.toBeChecked()
    await expect(warning).toHaveCount(verified === 'Yes' ? 0 : 1)
    await dialog.getByLabel('Reason for rejecting').fill('It is an invoice.')
    await button('Reject').click()
    await expect(dialog).toHaveCount(0)
  }
})

test('R7.102 R11.6 an administrator files the attachments of a pending message, and the bar counts again', async ({
  page,
  people,
  mail,
  signIn,
  axeClean,
}) => {
  await mail.deliver(ofOwner('Rendition of the north yard', 'north.pdf'))
  await signIn(page, people.administrator)
  await openMailbox(page, ['north yard'])
  const counted = frame(page).row.getByRole('link', { name: /^Requests/u })
  await expect(counted).toHaveText('Requests1')
  const { row, open, dialog, button, notice } = mailboxScreen(page)
  await expect(row('north yard')).toContainText('We could not verify the sender')
  await open('north yard').click()
  await expect(dialog.getByRole('list', { name: 'Files' })).toContainText('north.pdf')
  // It shows the suggestion of its address, and its subject.
  await expect(dialog.getByLabel('County')).toHaveValue(/^\d+$/u)
  await expect(dialog.getByLabel('Type')).toHaveValue(/^\d+$/u)
  await expect(dialog.getByLabel('Description')).toHaveValue('Rendition of the north yard')
  await expectSoundLooks(page, axeClean)
  await test.step('R11.6 what the administrator typed survives a slip, and the way to the rejection', async () => {
    await dialog.getByLabel('Description').fill('The north yard of 2026')
    await page.keyboard.press('Escape')
    const question = page.getByRole('alertdialog')
    await expect(question).toContainText('What you entered here would be lost.')
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(question).toHaveCount(0)
    await button('Reject').click()
    await dialog.getByLabel('Reason for rejecting').fill('It is an invoice.')
    await button('Back').click()
    await expect(dialog.getByLabel('Description')).toHaveValue('The north yard of 2026')
    await button('Reject').click()
    await expect(dialog.getByLabel('Reason for rejecting')).toHaveValue('It is an invoice.')
    await button('Back').click()
  })
  await dialog.getByLabel('Description').fill('')
  await button('File the documents').click()
  await expect(dialog.getByText('Please fill all required fields.')).toBeVisible()
  await expect(dialog.getByLabel('Description')).toBeFocused()
  await dialog.getByLabel('Description').fill('North yard '.repeat(60))
  await button('File the documents').click()
  await expect(dialog.getByLabel('Description')).toBeFocused()
  await expect(dialog.getByText('Please fill all required fields.')).toBeHidden()
  await dialog.getByLabel('Description').fill('North yard')
  await button('File the documents').click()
  await expect(notice.filter({ hasText: '1 document was filed.' })).toBeVisible()
  await expect(row('north yard')).toHaveCount(0)
  await setWidth(page, WIDTH.wide)
  await expect(counted).toHaveText('Requests')
  await page.getByLabel('Show').selectOption('accepted')
  await expect(row('north yard')).toContainText(`Filed by ${people.administrator.email}`)
  await open('north yard').click()
  await expect(dialog.getByRole('list', { name: 'Files' })).toContainText(/Filed as \d+/u)
  await page.goto('/admin/history')
  await expect(page.getByText('filed the e-mail of Owner <owner@elsewhere.example>')).toBeVisible()
})

test('R11.40 R11.43 a pending message is filed with three clicks, after its text and a file were seen', async ({
  page,
  people,
  mail,
  signIn,
  axeClean,
}) => {
  await mail.deliver(
    mailOf({
      from: 'Plant <plant@elsewhere.example>',
      subject: 'Seen first',
      parts: [
        textPart('The compressor was sold in March.'),
        filePart('rendition.pdf', SAMPLE_FILES.pdf),
        filePart('assets.xlsx', SAMPLE_FILES.xlsx),
      ],
    }),
  )
  // Nothing of the dialog scrolls in this window: the end of a scroll rounds to half pixels.
  await page.setViewportSize({ width: 1440, height: 900 })
  await signIn(page, people.administrator)
  await openMailbox(page, ['Seen first'])
  const { open, dialog, button, notice, content, file } = mailboxScreen(page)
  let clicks = 0
  const click = async (target: Locator) => {
    clicks += 1
    await target.click()
  }
  const answers = Promise.withResolvers<void>()
  await page.route('**/preview', async (route) => {
    await answers.promise
    await route.continue()
  })
  await click(open('Seen first'))
  await expect(dialog.getByLabel('Type')).toHaveValue(/^\d+$/u)
  const before = await button('File the documents').boundingBox()
  answers.resolve()
  await expect(content).toContainText('The compressor was sold in March.')
  await expect(dialog.getByText('plant@elsewhere.example')).toHaveCount(1)
  expect(await button('File the documents').boundingBox()).toEqual(before)
  await click(file('rendition.pdf'))
  await expect(content.getByRole('article')).toContainText('Delaware')
  expect(await button('File the documents').boundingBox()).toEqual(before)
  await test.step('R11.40 a sheet opens too, and the way back leads to the text', async () => {
    await content.getByRole('button', { name: 'Back to the e-mail' }).click()
    await expect(content).toContainText('The compressor was sold in March.')
    await file('assets.xlsx').click()
    await expect(content.getByRole('table')).toContainText('Year acquired')
    await expectSoundLooks(page, axeClean)
    await setWidth(page, WIDTH.wide)
  })
  await click(button('File the documents'))
  await expect(notice.filter({ hasText: '2 documents were filed.' })).toBeVisible()
  expect(clicks).toBe(3)
  await page.goto('/admin/history')
  await expect(page.getByText('viewed the e-mail of Plant <plant@elsewhere.example>')).toBeVisible()
})

const WINDOWS = [
  [1440, 900],
  [1280, 720],
  [1024, 768],
  [390, 844],
] as const

test('R11.47 R11.49 the details and the buttons of an e-mail with many files are in sight, and its preview stays', async ({
  page,
  people,
  mail,
  signIn,
}) => {
  const names = Array.from({ length: 14 }, (_, at) => `scan ${at}.pdf`)
  await mail.deliver(
    mailOf({
      from: 'Owner <owner@elsewhere.example>',
      subject: 'Fourteen scans',
      header: ['Date: Sun, 29 Nov 2026 18:00:00 +0000'],
      parts: [textPart('All scans.'), ...names.map((name) => filePart(name, SAMPLE_FILES.pdf))],
    }),
  )
  await signIn(page, people.administrator)
  await openMailbox(page, ['Fourteen scans'])
  const { open, dialog, button, content, file } = mailboxScreen(page)
  await open('Fourteen scans').click()
  await expect(content).toContainText('All scans.')
  // The screen says each fact once, with the date as on other screens.
  await expect(dialog.getByText('scan 3.pdf')).toHaveCount(1)
  await expect(content).toContainText('11/29/26 12:00 PM')
  for (const [width, height] of WINDOWS) {
    await setWidth(page, width, height)
    for (const label of ['County', 'Category', 'Type'])
      await expect(dialog.getByLabel(label)).toBeInViewport({ ratio: 1 })
    await expect(button('File the documents')).toBeInViewport({ ratio: 1 })
  }
  await test.step('R11.47 in two columns the preview is beside the last file', async () => {
    await setWidth(page, 1280, 720)
    await file('scan 13.pdf').scrollIntoViewIfNeeded()
    const before = await content.boundingBox()
    await file('scan 13.pdf').click()
    await expect(content.getByRole('article')).toContainText('Delaware')
    await expect(file('scan 13.pdf')).toHaveAttribute('aria-current', 'true')
    expect(await content.boundingBox()).toEqual(before)
    await expect(content).toBeInViewport({ ratio: 1 })
    await expect(button('File the documents')).toBeInViewport({ ratio: 1 })
  })
})

test('R11.48 a file that is not accepted says so before the decision, and a warning that stays names it after it', async ({
  page,
  people,
  mail,
  signIn,
  axeClean,
}) => {
  const parts = [filePart('north.pdf', SAMPLE_FILES.pdf), filePart('macro.xlsm', SAMPLE_FILES.xlsx)]
  await mail.deliver(mailOf({ from: 'Owner <owner@elsewhere.example>', subject: 'With a macro', parts }))
  await mail.deliver(ofOwner('Filed after it', 'after.pdf'))
  await signIn(page, people.administrator)
  await openMailbox(page, ['With a macro', 'Filed after it'])
  const { open, dialog, button, notice } = mailboxScreen(page)
  await open('With a macro').click()
  await expect(dialog.getByRole('list', { name: 'Files' }).getByRole('listitem').first()).toContainText(
    /macro\.xlsm.*Not accepted: this type of file is not accepted/u,
  )
  await button('File the documents').click()
  const warning = page.getByRole('alert')
  await expect(warning).toContainText('1 document of “With a macro” filed: File')
  await expect(warning).toContainText('1 file was not accepted:')
  await expect(warning.getByRole('listitem')).toContainText('macro.xlsm: this type of file is not accepted')
  await expectSoundLooks(page, axeClean)
  await setWidth(page, WIDTH.wide)
  await open('Filed after it').click()
  await button('File the documents').click()
  await expect(notice.filter({ hasText: '1 document was filed.' })).toBeVisible()
  await expect(warning).toBeVisible()
  await warning.getByRole('link', { name: /^File \d+$/u }).click()
  await expect(page).toHaveURL(/\/home\?view=\d+$/u)
})

test('R11.40 an attachment that cannot be shown says why, and the message can still be decided', async ({
  page,
  people,
  mail,
  signIn,
}) => {
  await mail.deliver(
    mailOf({
      from: 'Owner <owner@elsewhere.example>',
      subject: 'Not what it says',
      parts: [textPart('Attached.'), filePart('forged.pdf', Buffer.from('no PDF at all'))],
    }),
  )
  await signIn(page, people.administrator)
  await openMailbox(page, ['Not what it says'])
  const { open, dialog, button } = mailboxScreen(page)
  await open('Not what it says').click()
  await dialog.getByRole('button', { name: 'forged.pdf' }).click()
  await expect(dialog).toContainText('It is damaged, or not of the type that its name says.')
  await expect(button('Reject')).toBeEnabled()
})

test('R11.6 a message is refused by keyboard, with an e-mailed reason; one without a file can only be refused; the screen is for administrators', async ({
  page,
  people,
  mail,
  signIn,
  axeClean,
  desk,
}) => {
  await mail.deliver(ofOwner('Invoice 4711', 'invoice.pdf'))
  await signIn(page, people.administrator)
  await openMailbox(page, ['Invoice 4711'])
  const { row, open, dialog, button, notice, file } = mailboxScreen(page)
  await open('Invoice 4711').focus()
  await page.keyboard.press('Enter')
  await button('Reject').press('Enter')
  await expect(dialog.getByLabel('Reason for rejecting')).toBeFocused()
  await button('Reject').click()
  await expect(dialog.getByText('Enter the reason.')).toBeVisible()
  await button('Back').press('Enter')
  await expect(button('File the documents')).toBeVisible()
  await button('Reject').press('Enter')
  await expect(dialog.getByLabel('Reason for rejecting')).toBeFocused()
  await page.keyboard.type('It is an invoice.')
  await page.keyboard.press('Tab')
  const tell = dialog.getByLabel('E-mail the reason to owner@elsewhere.example')
  await expect(tell).toBeFocused()
  // Its sender is unverified.
  await expect(tell).not.toBeChecked()
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await expect(file('invoice.pdf')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(button('Back')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(notice.filter({ hasText: 'The reason goes to its sender.' })).toBeVisible()
  await page.getByLabel('Show').selectOption('refused')
  await expect(row('Invoice 4711')).toContainText('It is an invoice.')

  await test.step('a message without a file says so, and can only be refused', async () => {
    await mail.deliver(mailOf({ from: 'Owner <owner@elsewhere.example>', subject: 'Only words' }))
    await openMailbox(page, ['Only words'])
    const { row, open, dialog, button, notice } = mailboxScreen(page)
    await open('Only words').click()
    await expect(dialog).toContainText('This e-mail has no file to store.')
    for (const label of ['County', 'Category', 'Type', 'Description'])
      await expect(dialog.getByLabel(label)).toHaveCount(0)
    await expect(button('File the documents')).toHaveCount(0)
    await expectSoundLooks(page, axeClean)
    await button('Cancel').click()
    await expect(dialog).toHaveCount(0)
    await open('Only words').click()
    await dialog.getByLabel('Reason for rejecting').fill('Please attach the rendition.')
    await button('Reject').click()
    await expect(notice.filter({ hasText: 'The e-mail was rejected.' })).toBeVisible()
    await expect(row('Only words')).toHaveCount(0)
  })
  await test.step('the screen is for administrators', async () => {
    await signIn(page, desk.clerk)
    await page.goto('/admin/mailbox')
    await expect(page.getByRole('alert')).toHaveText('Only administrators may do this.')
  })
})

test('R11.7 the second decision is told about the first', async ({
  page,
  browser,
  people,
  mail,
  portal,
  signIn,
}) => {
  await mail.deliver(ofOwner('Decided twice', 'twice.pdf'))
  await signIn(page, people.administrator)
  await openMailbox(page, ['Decided twice'])
  const first = mailboxScreen(page)
  await first.open('Decided twice').click()
  await expect(first.dialog.getByLabel('Type')).toHaveValue(/^\d+$/u)
  const context = await browser.newContext({ baseURL: portal.url })
  const other = await context.newPage()
  await signIn(other, people.administrator)
  await openMailbox(other, ['Decided twice'])
  const second = mailboxScreen(other)
  await second.open('Decided twice').click()
  await expect(second.dialog.getByLabel('Type')).toHaveValue(/^\d+$/u)
  await second.button('File the documents').click()
  await expect(second.notice.filter({ hasText: 'was filed' })).toBeVisible()
  await context.close()
  await first.button('File the documents').click()
  await expect(first.dialog.getByRole('alert')).toHaveText(
    `${people.administrator.email} has already filed this e-mail. Your entries were not used.`,
  )
  // There is nothing left to decide: it shows the outcome, and the way back to an updated list.
  await expect(first.dialog.getByRole('term').filter({ hasText: 'Decided' })).toBeVisible()
  await expect(first.dialog.getByRole('list', { name: 'Files' })).toContainText(/Filed as \d+/u)
  await expect(first.button('File the documents')).toHaveCount(0)
  await expect(first.button('Back to the list')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(first.dialog).toHaveCount(0)
  await expect(first.row('Decided twice')).toHaveCount(0)
})
