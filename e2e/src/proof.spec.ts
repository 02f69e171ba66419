import type { Page } from '@playwright/test'
import { expect, test } from './browser/fixtures.ts'
import { PASSWORD } from './browser/portal.ts'
import { documentsScreen } from './steps/documents.ts'
import { expectKeepsFocus } from './steps/keyboard.ts'
import { expectSoundLooks } from './steps/two-looks.ts'

const PROOF_MISSING = { error: 'Please confirm your identity first.', code: 'session.proof_required' }

/** Refuses deletions until the server has accepted a proof, and counts the requests. */
async function deletionsWantProof(page: Page) {
  const sent = { deletions: 0, proofs: 0 }
  let isProven = false
  page.on('response', (answer) => {
    if (!answer.url().endsWith('/api/auth/prove')) return
    sent.proofs += 1
    isProven = answer.ok()
  })
  await page.route(/\/api\/files\/uploads\/\d+$/u, async (route) => {
    sent.deletions += 1
    if (isProven) await route.continue()
    else await route.fulfill({ status: 403, json: PROOF_MISSING })
  })
  return sent
}

function proofDialog(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'Confirm your identity' })
  return {
    dialog,
    password: dialog.getByLabel('Password', { exact: true }),
    confirm: dialog.getByRole('button', { name: 'Confirm' }),
    problem: dialog.getByRole('alert'),
  }
}

test('R2.82 a call that needs a proof asks for the password, and then continues the action; Escape and Cancel change nothing', async ({
  page,
  desk,
  records,
  signIn,
  axeClean,
}) => {
  const { row, deleteButton, question } = documentsScreen(page)
  const { dialog, password, confirm, problem } = proofDialog(page)
  const [id = 0] = await records.addDocuments([{ county: desk.county, uploadedBy: desk.clerk }])
  await signIn(page, desk.clerk)
  const sent = await deletionsWantProof(page)
  await page.goto('/home')

  await test.step('Escape and Cancel change nothing, and the next call asks again', async () => {
    const leave = [
      () => page.keyboard.press('Escape'),
      () => dialog.getByRole('button', { name: 'Cancel' }).click(),
      () => dialog.getByRole('button', { name: 'Close' }).click(),
    ]
    for (const cancel of leave) {
      await deleteButton(id).click()
      await question.getByRole('button', { name: 'Yes' }).click()
      await expect(dialog).toBeVisible()
      await cancel()
      await expect(dialog).toBeHidden()
      await expect(page.getByRole('alert').filter({ hasText: PROOF_MISSING.error })).toBeVisible()
      await expect(deleteButton(id)).toBeFocused()
    }
    await expect(row(id)).toBeVisible()
    expect(sent).toEqual({ deletions: 3, proofs: 0 })
  })
  await deleteButton(id).click()
  await question.getByRole('button', { name: 'Yes' }).click()
  await expect(password).toBeFocused()
  await expect(password).toHaveAttribute('autocomplete', 'current-password')
  await expect(dialog.locator('input[autocomplete="username"]')).toHaveValue(desk.clerk.email)
  await expectKeepsFocus(page, dialog)

  await password.fill('')
  await password.press('Enter')
  await expect(problem).toHaveText('Please enter your password.')
  await password.fill('not my password')
  await password.press('Enter')
  await expect(problem).toHaveText('This password is not right. Please try again.')
  await expect(password).toBeFocused()
  await expect(password).toHaveAttribute('aria-invalid', 'true')
  await expectSoundLooks(page, axeClean)

  await password.fill(PASSWORD)
  await confirm.click()
  await expect(dialog).toBeHidden()
  await expect(row(id)).toHaveCount(0)
  expect(sent).toEqual({ deletions: 5, proofs: 2 })
})
