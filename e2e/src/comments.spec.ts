import type { Page } from '@playwright/test'
import { expect, test } from './browser/fixtures.ts'
import { editDialog, openEditDialog } from './steps/edit.ts'
import { expectNoSidewaysScroll, inEveryAppearance } from './steps/eyes.ts'
import { SAMPLE_FILES, uploadAs } from './steps/files.ts'

function commentsIn(page: Page, within = '[data-panel]') {
  const part = page.locator(within)
  const region = part.getByRole('region', { name: 'Comments' })
  return {
    part,
    toggle: part.getByRole('button', { name: /^Comments/u }),
    region,
    comments: region.getByRole('listitem'),
    field: region.getByRole('textbox', { name: 'New comment' }),
    post: region.getByRole('button', { name: /^Post/u }),
    earlier: region.getByRole('button', { name: 'Show earlier' }),
  }
}

test('comments on a file are beside its preview, with links, and only their author changes them', async ({
  page,
  people,
  desk,
  signIn,
  axeClean,
}) => {
  await signIn(page, desk.clerk)
  const { FileID } = await uploadAs(page.request, { name: 'plat.pdf', content: SAMPLE_FILES.pdf })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`/home?view=${FileID}`)
  const { part, toggle, region, comments, field, post } = commentsIn(page)
  await expect(part.getByRole('article')).toBeVisible()
  await test.step('R23.20 the key m opens them; without any, a sentence says who reads them', async () => {
    await expect(toggle).toHaveAttribute('aria-expanded', 'false')
    await page.keyboard.press('m')
    await expect(field).toBeFocused()
    await page.keyboard.type('completed')
    await expect(field).toHaveValue('completed')
    await field.fill('')
    await expect(region).toContainText(
      'No comments yet. Everyone who may see this file can read and write them.',
    )
  })
  await test.step('R23.21 what is typed stays when the panel closes', async () => {
    await field.fill('Is https://example.com/well?id=7. <b>right</b>?')
    await page.keyboard.press('Escape')
    await expect(part).toHaveCount(0)
    await page.goBack()
    await page.goto(`/home?view=${FileID}`)
    await toggle.click()
    await expect(field).toHaveValue('Is https://example.com/well?id=7. <b>right</b>?')
  })
  await test.step('R23.22 Ctrl+Enter posts it; a link is a link, all else is plain text', async () => {
    await field.press('Control+Enter')
    await expect(comments).toHaveCount(1)
    await expect(comments).toContainText('Is https://example.com/well?id=7. <b>right</b>?')
    const link = comments.getByRole('link')
    await expect(link).toHaveAttribute('href', 'https://example.com/well?id=7')
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer')
    await expect(field).toHaveValue('')
    await expect(toggle).toHaveText(/Comments.*1$/u)
  })
  await test.step('R23.21 a refusal keeps the text and moves no button', async () => {
    await field.fill('Second')
    await page.route(/\/comments$/u, (route) => route.abort())
    await post.scrollIntoViewIfNeeded()
    const before = await post.boundingBox()
    await post.click()
    await expect(region.getByRole('alert').filter({ hasText: /./u })).toContainText(
      'The comment could not be saved.',
    )
    await expect(field).toHaveValue('Second')
    expect(await post.boundingBox()).toEqual(before)
    await page.unroute(/\/comments$/u)
    await post.click()
    await expect(comments).toHaveCount(2)
  })
  await test.step('R23.23 near the limit the field counts; above it, it says so', async () => {
    await field.fill('a'.repeat(3600))
    await expect(region).toContainText('3,600 of 4,000 characters')
    await field.fill('a'.repeat(4001))
    await expect(region.getByRole('alert').filter({ hasText: /./u })).toHaveText(
      'A comment may have at most 4,000 characters.',
    )
    await field.fill('')
  })
  await test.step('R23.5 its author changes it', async () => {
    await comments.last().getByRole('button', { name: 'Edit' }).click()
    const text = region.getByRole('textbox', { name: 'Text of your comment' })
    await expect(text).toHaveValue('Second')
    await text.fill('The second')
    await region.getByRole('button', { name: 'Save' }).click()
    await expect(comments.last()).toContainText('The second')
    await expect(comments.last().getByRole('button', { name: 'Edit' })).toBeFocused()
  })
  await test.step('R23.6 and deletes it; its place stays', async () => {
    await comments.last().getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Yes' }).click()
    await expect(comments.last()).toHaveText(`${desk.clerk.email} deleted this comment.`)
  })
  await test.step('R23.20 it is readable in both themes, wide and on a phone', async () => {
    await inEveryAppearance(page, async () => {
      const shown = commentsIn(page)
      if ((await shown.toggle.getAttribute('aria-expanded')) === 'false') await shown.toggle.click()
      await expect(shown.comments).toHaveCount(2)
      await axeClean(page)
      await expectNoSidewaysScroll(page)
    })
  })
  await test.step('R23.20 R23.5 others read them in the edit dialog, and cannot change them', async () => {
    await signIn(page, people.administrator)
    await page.setViewportSize({ width: 1440, height: 900 })
    await openEditDialog(page, desk, FileID)
    const inDialog = commentsIn(page, 'dialog[open]')
    await inDialog.toggle.click()
    await expect(inDialog.comments.first()).toContainText('example.com')
    await expect(inDialog.comments.first().getByRole('button')).toHaveCount(0)
    await inDialog.field.fill('From the dialog')
    await inDialog.field.press('Control+Enter')
    await expect(inDialog.comments).toHaveCount(3)
    await expect(editDialog(page).dialog).toBeVisible()
  })
})

test('R23.24 the change of a comment has the focus, and Escape ends it with its text kept', async ({
  page,
  records,
  desk,
  signIn,
}) => {
  const author = await records.addUser({ admin: true })
  const [fileId = 0] = await records.addDocuments([{ county: desk.county, uploadedBy: desk.clerk }])
  await signIn(page, author)
  const { key, text } = { key: crypto.randomUUID(), text: 'Which well?' }
  const added = await page.request.post(`/api/files/uploads/${fileId}/comments`, { data: { key, text } })
  expect(added.ok()).toBe(true)
  await page.setViewportSize({ width: 1440, height: 900 })
  const changeIn = async (within: string) => {
    const shown = commentsIn(page, within)
    await shown.toggle.click()
    const edit = shown.comments.getByRole('button', { name: 'Edit', exact: true })
    await edit.click()
    const field = shown.region.getByRole('textbox', { name: 'Text of your comment' })
    await expect(field).toBeFocused()
    return { ...shown, edit, field }
  }
  await page.goto(`/home?county=${desk.county.CountyID}&view=${fileId}`)
  const { part, comments, region, edit, field } = await changeIn('[data-panel]')
  await test.step('R23.24 typed letters are text, after the text that is there', async () => {
    await page.keyboard.type(' ccc')
    await expect(field).toHaveValue('Which well? ccc')
  })
  await test.step('R23.24 Escape keeps the text and the preview', async () => {
    await page.keyboard.press('Escape')
    await expect(edit).toBeFocused()
    await expect(comments).toContainText('Which well?')
    await expect(part).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(field).toHaveValue('Which well? ccc')
  })
  await test.step('R23.24 Cancel gives the text up, and the button has the focus', async () => {
    await region.getByRole('button', { name: 'Cancel' }).click()
    await expect(edit).toBeFocused()
    await edit.click()
    await expect(field).toHaveValue('Which well?')
  })
  await test.step('R23.24 the same is so in the edit dialog', async () => {
    await page.keyboard.press('Escape')
    await openEditDialog(page, desk, fileId)
    const inDialog = await changeIn('dialog[open]')
    await page.keyboard.type(' 7')
    await page.keyboard.press('Escape')
    await expect(inDialog.edit).toBeFocused()
    await expect(editDialog(page).dialog).toBeVisible()
    await inDialog.edit.click()
    await page.keyboard.press('Control+Enter')
    await expect(inDialog.comments).toContainText('Which well? 7')
    await expect(inDialog.edit).toBeFocused()
  })
})

test('R23.7 Show earlier adds the comments before, and the focus goes on with them', async ({
  page,
  desk,
  records,
  signIn,
}) => {
  const [fileId = 0] = await records.addDocuments([{ county: desk.county, uploadedBy: desk.clerk }])
  await records.run(
    `INSERT INTO document_comment (document_id, county_id, author_id, key, text, created_at)
     SELECT id, county_id, uploaded_by, gen_random_uuid(), 'Comment ' || n, now() FROM document, generate_series(1, 60) AS n
     WHERE id = $1`,
    [fileId],
  )
  await signIn(page, desk.clerk)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`/home?view=${fileId}`)
  const { part, toggle, comments, earlier } = commentsIn(page)
  await expect(part.getByRole('article').or(part.getByRole('alert'))).toBeVisible()
  await toggle.click()
  await expect(comments).toHaveCount(50)
  await earlier.click()
  await expect(comments).toHaveCount(60)
  await expect(comments.nth(9)).toBeFocused()
  await expect(earlier).toHaveCount(0)
})
