import { expect, test } from './browser/fixtures.ts'
import { documentsScreen } from './steps/documents.ts'
import { SAMPLE_FILES, uploadAs } from './steps/files.ts'

/** Pixels, from the header of the PNG. */
const PNG_WIDTH = SAMPLE_FILES.png.readUInt32BE(16)

test('View opens the document itself in a new tab, saves types that no browser shows, and says if the session has ended', async ({
  page,
  desk,
  signIn,
  endSessions,
}) => {
  await test.step('S2.50 S7.23 View opens the document itself in a new tab', async () => {
    await signIn(page, desk.clerk)
    const { FileID } = await uploadAs(page.request, { name: 'station.png', content: SAMPLE_FILES.png })
    await page.goto('/home')
    const opened = page.context().waitForEvent('page')
    await documentsScreen(page).viewLink(FileID).click()
    const tab = await opened
    await tab.waitForLoadState()
    expect(tab.url()).toContain(`/api/files/uploads/${FileID}/download`)
    const picture = tab.locator('img')
    await expect(picture).toBeVisible()
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(PNG_WIDTH)
    await expect(page).toHaveURL('/home')
  })
  await test.step('R5.33 a PDF is sent to be shown, a spreadsheet to be saved, each under its name and byte for byte', async () => {
    const pdf = await uploadAs(page.request, { name: 'rendition.pdf', content: SAMPLE_FILES.pdf })
    const sheet = await uploadAs(page.request, { name: 'assets.xlsx', content: SAMPLE_FILES.xlsx })
    await page.goto('/home')
    const hrefOf = async (fileId: number) =>
      (await documentsScreen(page).viewLink(fileId).getAttribute('href')) ?? ''
    const shown = await page.request.get(await hrefOf(pdf.FileID))
    const headers = shown.headers()
    expect(headers['content-type']).toBe('application/pdf')
    expect(headers['content-disposition']).toMatch(/^inline; filename="?rendition\.pdf/u)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect((await shown.body()).equals(SAMPLE_FILES.pdf)).toBe(true)

    const saving = page.waitForEvent('download')
    await documentsScreen(page).viewLink(sheet.FileID).click()
    const saved = await saving
    expect(saved.suggestedFilename()).toBe('assets.xlsx')
    const stream = await saved.createReadStream()
    const chunks: Buffer[] = []
    for await (const chunk of stream) chunks.push(Buffer.from(chunk as Uint8Array))
    expect(Buffer.concat(chunks).equals(SAMPLE_FILES.xlsx)).toBe(true)
  })
  await test.step('R3.11 a tab that is opened after the session has ended says so, with a link to /login', async () => {
    const { FileID } = await uploadAs(page.request, { name: 'station.png', content: SAMPLE_FILES.png })
    await page.goto('/home')
    await expect(documentsScreen(page).viewLink(FileID)).toBeVisible()
    await endSessions(desk.clerk)
    const opened = page.context().waitForEvent('page')
    await documentsScreen(page).viewLink(FileID).click()
    const tab = await opened
    await tab.getByRole('link').click()
    await expect(tab).toHaveURL('/login')
  })
})
