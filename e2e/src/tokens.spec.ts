import type { Page } from '@playwright/test'
import { expect, test } from './browser/fixtures.ts'
import { expectSoundLooks } from './steps/two-looks.ts'

function tokensOn(page: Page) {
  const section = page.getByRole('region', { name: 'API tokens', exact: true })
  const dialog = page.getByRole('dialog')
  return {
    section,
    rows: section.getByRole('listitem'),
    begin: section.getByRole('button', { name: 'Create a token' }),
    form: dialog.filter({ hasText: 'Create an API token' }),
    shown: dialog.filter({ hasText: 'Copy your API token' }),
    question: page.getByRole('alertdialog'),
  }
}

/** The status of a call with this token and without a cookie. */
async function statusWith(page: Page, secret: string): Promise<number> {
  const answer = await page.request.get('/api/files/uploads', {
    headers: { authorization: `Bearer ${secret}`, cookie: '' },
  })
  return answer.status()
}

test('R27.1 R27.15 R27.40 a person creates a token, sees its secret once, and revokes it', async ({
  page,
  desk,
  signIn,
  axeClean,
}) => {
  const { section, rows, begin, form, shown, question } = tokensOn(page)
  await signIn(page, desk.clerk)
  await page.goto('/account')
  await begin.click()
  await form.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(form.getByLabel('Name')).toBeFocused()
  await expect(form).toContainText('Please enter a name for the token')
  await form.getByLabel('Name').fill('Nightly import')
  await page.keyboard.press('Escape')
  await expect(question).toHaveAccessibleName('Close without creating it?')
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await form.getByLabel('Allowed networks').fill('office')
  await form.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(form.getByRole('alert')).toContainText('Enter at most 20 networks, such as 192.0.2.7')
  await expectSoundLooks(page, axeClean)
  await form.getByLabel('Allowed networks').fill('127.0.0.0/8, ::1')
  await form.getByRole('button', { name: 'Create', exact: true }).click()

  const secret = await shown.getByLabel('Nightly import').inputValue()
  expect(secret).toMatch(/^cdp_[\w-]{43}$/u)
  await expectSoundLooks(page, axeClean)
  await page.keyboard.press('Escape')
  await expect(question).toHaveAccessibleName('Close without your API token?')
  await question.getByRole('button', { name: 'Stay' }).click()
  await expect(shown.getByLabel('Nightly import')).toHaveValue(secret)
  await shown.getByRole('button', { name: 'I have saved it' }).click()
  await expect(shown).toHaveCount(0)
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText(/Nightly import.*reads only.*127\.0\.0\.0\/8.*not used yet/u)
  expect(await page.content()).not.toContain(secret)
  expect(await statusWith(page, secret)).toBe(200)

  await page.reload()
  await expect(rows).toContainText('last used')
  await expectSoundLooks(page, axeClean)
  await section.getByRole('button', { name: /^Revoke Nightly import/u }).click()
  await question.getByRole('button', { name: 'Revoke' }).click()
  await expect(section.getByRole('status')).toHaveText('The API token was revoked. It no longer works.')
  await expect(rows).toHaveCount(0)
  expect(await statusWith(page, secret)).toBe(401)
})

test('R27.16 an administrator sees the tokens of everyone and revokes one', async ({
  page,
  records,
  signIn,
  axeClean,
}) => {
  const administrator = await records.addUser({ admin: true })
  await signIn(page, administrator)
  const body = { label: 'Roll import', rights: 'read', expiresInDays: 30 }
  const created = await page.request.post('/api/auth/tokens', { data: body })
  const { secret } = (await created.json()) as { secret: string }
  await page.goto('/admin/tokens')
  const row = page
    .getByRole('row')
    .filter({ hasText: 'Roll import' })
    .filter({ hasText: administrator.email })
  await expect(row).toContainText(/Read only.*All of the owner.*Any/u)
  await expectSoundLooks(page, axeClean)
  await row.getByRole('button', { name: /^Revoke Roll import/u }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'revoked' })).toBeVisible()
  await expect(row).toHaveCount(0)
  expect(await statusWith(page, secret)).toBe(401)
})
