import { readMails } from '@portal/server/src/testing/mailbox.ts'
import { expect, test } from './browser/fixtures.ts'
import { expectNoSidewaysScroll, inEveryAppearance } from './steps/eyes.ts'
import { SAMPLE_FILES, uploadAs } from './steps/files.ts'

test('a mention is mailed, and the link of the mail turns such mails off without a sign-in', async ({
  page,
  portal,
  people,
  desk,
  signIn,
  axeClean,
}) => {
  await signIn(page, desk.clerk)
  const { FileID } = await uploadAs(page.request, { name: 'plat.pdf', content: SAMPLE_FILES.pdf })
  await page.goto('/account')
  const notices = page.getByRole('region', { name: 'Notices', exact: true })
  const atOnce = notices.getByRole('checkbox', { name: 'E-mail me at once when somebody mentions me' })
  const daily = notices.getByRole('combobox', {
    name: 'Daily e-mail about other notices',
  })
  await test.step('R23.44 the account sets the e-mails', async () => {
    await expect(atOnce).toBeChecked()
    await expect(daily).toHaveValue('7')
    await daily.selectOption({ label: 'At 12 AM' })
    await expect(notices.getByRole('status')).toHaveText('Saved.')
    await page.reload()
    await expect(daily).toHaveValue('0')
    await inEveryAppearance(page, async () => {
      await daily.scrollIntoViewIfNeeded()
      await axeClean(page)
      await expectNoSidewaysScroll(page)
    })
  })
  await signIn(page, people.administrator)
  const found = (await (
    await page.request.get(`/api/files/uploads/${FileID}/mentionable?search=${desk.clerk.email}`)
  ).json()) as { people: { id: number }[] }
  await page.request.post(`/api/files/uploads/${FileID}/comments`, {
    data: { key: crypto.randomUUID(), text: `Ask @{${found.people[0]?.id}}` },
  })
  let link = ''
  await test.step('R23.40 the mention is mailed', async () => {
    await expect
      .poll(async () => (await readMails(portal.dataDir, desk.clerk.email)).map(({ subject }) => subject))
      .toContainEqual(expect.stringContaining(`file ${FileID}`))
    const mails = await readMails(portal.dataDir, desk.clerk.email)
    const mail = mails.find(({ subject }) => subject?.includes(`file ${FileID}`))
    link = /\/notices\/off\?token=\S+/u.exec(mail?.text ?? '')?.[0] ?? ''
    expect(link).not.toBe('')
  })
  await test.step('R23.43 opening the link changes nothing, its button does', async () => {
    await page.context().clearCookies()
    await page.goto(link)
    const off = page.getByRole('button', { name: 'Turn off' })
    await expect(off).toBeVisible()
    await inEveryAppearance(page, async () => {
      await axeClean(page)
      await expectNoSidewaysScroll(page)
    })
    await signIn(page, desk.clerk)
    await page.goto('/account')
    await expect(atOnce).toBeChecked()
    await page.context().clearCookies()
    await page.goto(link)
    await off.click()
    await expect(page.getByRole('status')).toContainText('You get no more e-mails about mentions.')
    await page.goto('/notices/off?token=forged')
    await off.click()
    await expect(page.getByRole('alert')).toContainText('This link is not valid or has expired.')
    await signIn(page, desk.clerk)
    await page.goto('/account')
    await expect(atOnce).not.toBeChecked()
    await expect(daily).toHaveValue('0')
  })
})
