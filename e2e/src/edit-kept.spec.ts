import type { Page } from '@playwright/test'
import { expect } from './browser/fixtures.ts'
import { documentsScreen } from './steps/documents.ts'
import { addLink, editDialog, linkSection, openEditDialog } from './steps/edit.ts'
import { linkedParties, MESA, test as base } from './steps/linking.ts'

const TYPED = 'Typed with care, and not saved'

function keptOffer(page: Page) {
  const { dialog } = editDialog(page)
  return {
    text: dialog.getByText('What you changed here was not saved, and is kept.'),
    bring: dialog.getByRole('button', { name: 'Bring it back' }),
    discard: dialog.getByRole('button', { name: 'Discard it' }),
  }
}

/** A person of this test only, so that no other test uses their session. */
const test = base.extend<{ ended: { open: () => Promise<void>; endAgain: () => Promise<void> } }>({
  ended: async ({ page, desk, records, endSessions, parties, fileId, signIn }, use) => {
    const administrator = await records.addUser({ admin: true })
    const open = async () => {
      await page.goto(`/home?county=${desk.county.CountyID}`)
      await documentsScreen(page).editButton(fileId).click()
    }
    await signIn(page, administrator)
    await openEditDialog(page, desk, fileId)
    await editDialog(page).description.fill(TYPED)
    await addLink(page, 'Owner', { ...MESA, term: String(parties.mesa) })
    await endSessions(administrator)
    await editDialog(page).save.click()
    await expect(page).toHaveURL('/login')
    await use({
      open: async () => {
        await signIn(page, administrator)
        await open()
      },
      endAgain: async () => {
        await editDialog(page).description.fill(TYPED)
        await endSessions(administrator)
        await editDialog(page).save.click()
        await expect(page).toHaveURL('/login')
      },
    })
  },
})

test.describe('a session that ends during an edit', () => {
  test('R5.52 loses nothing: the input is offered to the same person, next to another person’s save, and saved', async ({
    page,
    ended,
    fileId,
    people,
    browser,
    signIn,
  }) => {
    const { status, description, save, said, dialog, close, theirs, mine, failure } = editDialog(page)
    const { text, bring } = keptOffer(page)
    await test.step('another person saves it meanwhile', async () => {
      const other = await browser.newContext()
      await signIn(await other.newPage(), people.administrator)
      const answer = await other.request.patch(
        new URL(`/api/status/uploads/${fileId}/descriptiontypes`, page.url()).href,
        { data: { description: 'Of somebody else' } },
      )
      expect(answer.status()).toBe(200)
      await other.close()
    })
    await ended.open()
    await expect(text).toBeVisible()
    await expect(dialog).toContainText('Unsaved changes: Description, Owner.')
    // The form below it still works.
    await expect(status).toBeFocused()
    await close.click()
    await expect(dialog).toBeHidden()
    await documentsScreen(page).editButton(fileId).click()
    await bring.click()
    await test.step('R5.52 shows what another person has saved meanwhile', async () => {
      await expect(failure).toContainText('Someone else changed this file after you typed.')
      await expect(theirs).toContainText('Of somebody else')
      await expect(mine).toContainText(TYPED)
      await expect(description).toHaveValue(TYPED)
      await dialog.getByRole('button', { name: 'Keep my version' }).click()
    })
    await expect(description).toHaveValue(TYPED)
    await expect(linkSection(page, 'Owner').pending).toHaveText([/Mesa Compression LLC/u])
    await save.click()
    await expect(said).toHaveText('Successfully linked 1 owner(s) and updated status!')
    expect(await linkedParties(page, fileId, 'owners')).toHaveLength(1)
    await close.click()
    await documentsScreen(page).editButton(fileId).click()
    await expect(description).toHaveValue(TYPED)
    await expect(text).toHaveCount(0)
  })

  test('shows the input to no one else, and leaves nothing after it is discarded', async ({
    page,
    ended,
    desk,
    fileId,
    people,
    signIn,
    axeClean,
  }) => {
    await test.step('R5.52 leaves nothing after it is discarded', async () => {
      const { description, dialog, question } = editDialog(page)
      const { editButton } = documentsScreen(page)
      const { text, discard } = keptOffer(page)
      await ended.open()
      await axeClean(page)
      await discard.click()
      await expect(description).toHaveValue('Rendition of the gas plant')
      await description.fill('Given up again')
      await page.keyboard.press('Escape')
      await question.getByRole('button', { name: 'Discard changes' }).click()
      await expect(dialog).toBeHidden()
      await editButton(fileId).click()
      await expect(description).toHaveValue('Rendition of the gas plant')
      await expect(text).toHaveCount(0)
    })
    await test.step('R5.52 shows it to no one else', async () => {
      await ended.endAgain()
      await signIn(page, people.administrator)
      await openEditDialog(page, desk, fileId)
      await expect(editDialog(page).description).toHaveValue('Rendition of the gas plant')
      await expect(keptOffer(page).text).toHaveCount(0)
    })
  })
})
