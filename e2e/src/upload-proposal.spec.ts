import { expect } from './browser/fixtures.ts'
import { test } from './steps/linking.ts'
import { BATCH, queueScreen, smallFiles } from './steps/queue.ts'
import { SAMPLE_FILES } from './steps/files.ts'
import { fileOf, uploadScreen } from './steps/upload.ts'

test('R3.74 the form for one file proposes what its name says, in one line that moves nothing', async ({
  page,
  desk,
  parties,
  signIn,
  axeClean,
}) => {
  const { input, category, type, description, submit, problem, succeeded } = uploadScreen(page)
  const { owner } = queueScreen(page)
  const accept = page.getByRole('button', { name: 'Accept y' })
  const proposal = page.getByRole('status').filter({ hasText: 'From the file name:' })
  const name = `${parties.mesa} ext req 2026.pdf`
  await signIn(page, desk.clerk)
  await page.goto('/add')
  await test.step('only after it is known, in the place that is kept for it', async () => {
    const gate = Promise.withResolvers<void>()
    await page.route('**/api/lookup/types', async (route) => {
      await gate.promise
      await route.continue()
    })
    await input.setInputFiles(fileOf(name, SAMPLE_FILES.pdf))
    await category.selectOption('Industrial')
    await page.settled({ only: 'paint' })
    const before = await submit.boundingBox()
    gate.resolve()
    await expect(proposal).toContainText(
      `Industrial · Extension Request · Mesa Compression LLC (${parties.mesa}) · Extension Request 2026`,
    )
    expect(await submit.boundingBox()).toEqual(before)
    await axeClean(page)
  })
  await test.step('it fills in only empty fields', async () => {
    await description.fill('Mine')
    await expect(proposal).not.toContainText('Extension Request 2026')
    await accept.click()
    await expect(submit).toBeFocused()
    await expect(description).toHaveValue('Mine')
    await expect(type.locator('option:checked')).toHaveText('Extension Request')
    await expect(owner).toHaveValue('Mesa Compression LLC')
    await expect(accept).toHaveCount(0)
    await expect(problem).toHaveCount(0)
  })
  await test.step('a type that the person chose stays', async () => {
    await type.selectOption('Rendition')
    await page.settled({ only: 'paint' })
    await expect(accept).toHaveCount(0)
    await submit.click()
    await expect(succeeded).toBeVisible()
  })
  await test.step('its key is that of a batch', async () => {
    await page.goto('/add')
    await input.setInputFiles(fileOf('division order 2026.pdf', SAMPLE_FILES.pdf))
    await expect(accept).toBeVisible()
    await page.getByRole('heading', { level: 1 }).focus()
    await page.keyboard.press('y')
    await expect(description).toHaveValue('Division Order 2026')
    await expect(category.locator('option:checked')).toHaveText('Mineral')
  })
  await test.step('a second file takes what was accepted into the batch', async () => {
    await input.setInputFiles(smallFiles(1))
    await expect(page).toHaveURL(new RegExp(`${RegExp.escape(BATCH)}$`, 'u'))
    await expect(queueScreen(page).row('division order 2026.pdf')).toContainText('Division Order')
  })
})
