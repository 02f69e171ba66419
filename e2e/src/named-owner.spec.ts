import type { Page } from '@playwright/test'
import { expect } from './browser/fixtures.ts'
import { editDialog, linkSection, openEditDialog } from './steps/edit.ts'
import { linkedParties, test } from './steps/linking.ts'

/** What the viewer and the edit dialog show of the owner that the sender named. */
function namedOwner(page: Page) {
  const panel = page.locator('[data-panel]')
  return {
    panel,
    inPanel: panel.getByText('Named by the sender:'),
    inDialog: editDialog(page).dialog.getByText('Named by the sender:'),
    button: (act: string) =>
      page.getByRole('button', { name: new RegExp(`^${act} Mesa Compression LLC`, 'u') }),
  }
}

test('R3.39 R3.41 the firm links the owner that the sender named with a key, or dismisses it', async ({
  page,
  desk,
  parties,
  people,
  records,
  signIn,
  axeClean,
}) => {
  const { panel, inPanel, inDialog, button } = namedOwner(page)
  const ids = await records.addDocuments(
    Array.from({ length: 3 }, () => ({ county: desk.county, uploadedBy: desk.clerk })),
  )
  const [first = 0, second = 0, third = 0] = ids
  await records.run(
    `INSERT INTO named_owner SELECT d.id, d.county_id, $2, d.uploaded_by, now() FROM document d WHERE d.id = ANY ($1)`,
    [ids, parties.mesa],
  )
  await page.setViewportSize({ width: 1440, height: 900 })
  await test.step('the county sees it, without buttons', async () => {
    await signIn(page, desk.clerk)
    await page.goto(`/home?view=${first}`)
    await expect(inPanel).toHaveText(`Named by the sender: Mesa Compression LLC (${parties.mesa})`)
    await expect(button('Link')).toHaveCount(0)
  })
  await test.step('l links it in the viewer', async () => {
    await signIn(page, people.administrator)
    await page.goto(`/home?county=${desk.county.CountyID}&view=${first}`)
    await expect(button('Link')).toBeEnabled()
    await axeClean(page)
    await page.keyboard.press('l')
    await expect(inPanel).toHaveCount(0)
    await expect(panel).toContainText(`Mesa Compression LLC ${parties.mesa} · Owner`)
    expect(await linkedParties(page, first, 'owners')).toMatchObject([
      { partyNumber: parties.mesa, relationTypeName: 'Owner' },
    ])
  })
  await test.step('Dismiss takes it away in the viewer', async () => {
    await page.goto(`/home?county=${desk.county.CountyID}&view=${second}`)
    await button('Dismiss').click()
    await expect(inPanel).toHaveCount(0)
    expect(await linkedParties(page, second, 'owners')).toEqual([])
  })
  await test.step('Link in the edit dialog adds it to the owners that Save links', async () => {
    await openEditDialog(page, desk, third)
    await expect(inDialog).toBeVisible()
    await axeClean(page)
    await editDialog(page)
      .dialog.getByRole('button', { name: /^Link Mesa/u })
      .click()
    await expect(inDialog).toHaveCount(0)
    const owner = linkSection(page, 'Owner')
    await expect(owner.pending).toHaveText([/Mesa Compression LLC.*Owner/u])
    await owner.pending.getByRole('button').click()
    await expect(inDialog, 'as long as it is not linked').toBeVisible()
    await editDialog(page)
      .dialog.getByRole('button', { name: /^Link Mesa/u })
      .click()
    await editDialog(page).save.click()
    await expect(owner.assigned).toHaveText([/Mesa Compression LLC.*Owner/u])
    await expect(inDialog).toHaveCount(0)
  })
})
