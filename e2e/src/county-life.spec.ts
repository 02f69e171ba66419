import { linkMailedTo, registerScreen, resetScreen } from './steps/accounts.ts'
import { expect, test } from './browser/fixtures.ts'
import { PASSWORD } from './browser/portal.ts'
import { countiesScreen, findCounties } from './steps/counties.ts'
import { documentsScreen } from './steps/documents.ts'
import { SAMPLE_FILES } from './steps/files.ts'
import { loginScreen } from './steps/login.ts'
import { importRoll, ownersScreen } from './steps/owners.ts'
import { peopleScreen } from './steps/people.ts'
import { fileOf, fillFields, UPLOAD_CALL, uploadScreen } from './steps/upload.ts'

const ROLL = [
  'OwnerNbr,OwnerName,CAD_OwnerID,AgentName,CurrentValue,PriorValue',
  '910101,Toyah Gas LP,0007,,"$1,234.50",',
]

test('R7.45 a county’s life: added, filled, renamed everywhere, closed and still readable, and opened by Undo', async ({
  page: admin,
  browser,
  desk,
  portal,
  people,
  signIn,
}) => {
  test.slow()
  const [name, renamed] = [`Loving ${desk.county.CountyID}`, `Winkler ${desk.county.CountyID}`]
  const email = `first-${desk.county.CountyID}@loving.example`
  const clerk = await (await browser.newContext()).newPage()
  const stranger = await (await browser.newContext()).newPage()
  const { search, add, dialog, field, act, cell, row, openButton, answer, undo } = countiesScreen(admin)
  let CountyID = 0

  await test.step('an administrator adds it', async () => {
    await admin.setViewportSize({ width: 1440, height: 900 })
    await signIn(admin, people.administrator)
    await admin.goto('/admin/counties')
    await add.click()
    await field('Name').fill(name)
    await field('E-mail domains').fill('loving.example')
    const added = admin.waitForResponse('**/api/admin/counties')
    await act('Add').click()
    ;({ CountyID } = (await (await added).json()) as { CountyID: number })
    await expect(dialog).toHaveCount(0)
    await search.fill(String(desk.county.CountyID))
    await expect(cell(name, 'Status')).toHaveText('Open')
    await expect(cell(name, 'People')).toHaveText('0')
  })

  await test.step('people are invited to it, and one of them uploads', async () => {
    const { invite, addresses, county, send, verdicts, close } = peopleScreen(admin)
    await admin.getByRole('link', { name: 'People', exact: true }).click()
    await invite.click()
    await addresses.fill(`${email}\nsecond-${email}`)
    await county({ CountyID, Name: name }).check()
    await send.click()
    await expect(verdicts).toContainText(['Invited.', 'Invited.'])
    await close.click()
    await clerk.goto(await linkMailedTo(portal, email, /You are invited/u))
    await resetScreen(clerk).enter(PASSWORD)
    await expect(resetScreen(clerk).said).toContainText('Password updated successfully.')
    await clerk.goto('/login')
    await loginScreen(clerk).enter({ email })
    await expect(clerk).toHaveURL('/welcome')
    await clerk.goto('/add')
    await fillFields(clerk, 'The first of this county')
    await uploadScreen(clerk).input.setInputFiles([fileOf('order.pdf', SAMPLE_FILES.pdf)])
    await uploadScreen(clerk).submit.click()
    await expect(uploadScreen(clerk).succeeded).toBeVisible()
  })

  await test.step('its roll is loaded, and its people read it', async () => {
    await importRoll(portal, { CountyID }, ROLL)
    await clerk.goto('/owner-details')
    await expect(ownersScreen(clerk).names).toHaveText(['Toyah Gas LP'])
    await admin.goto(`/admin/counties?search=${encodeURIComponent(name)}`)
    await expect(cell(name, 'People')).toHaveText('2')
    await expect(cell(name, 'Documents')).toHaveText('1')
  })

  await test.step('renamed, it has its new name everywhere', async () => {
    await findCounties(admin, String(desk.county.CountyID))
    await openButton(name).click()
    await field('Name').fill(renamed)
    await act('Save').click()
    await expect(cell(renamed, 'Documents')).toHaveText('1')
    await expect(row(name)).toHaveCount(0)
    await admin.goto(`/home?county=${CountyID}`)
    await expect(documentsScreen(admin).column('County')).toHaveText([renamed])
    await admin.goto(`/admin/people?search=${encodeURIComponent(email)}`)
    await expect(peopleScreen(admin).cell(email, 'Counties').first()).toHaveText(renamed)
    await admin.goto('/owner-details')
    await expect(ownersScreen(admin).county.locator('option', { hasText: renamed })).toBeAttached()
    await expect(ownersScreen(admin).county).not.toContainText(name)
    await admin.goto(`/admin/history?county=${CountyID}`)
    await expect(admin.getByRole('table', { name: 'Activity' })).toContainText(renamed)
    await clerk.goto('/landing')
    expect(await (await clerk.request.get('/api/auth/session')).json()).toMatchObject({ countyName: renamed })
    await stranger.goto('/register')
    await registerScreen(stranger).filledCounty.waitFor()
    await expect(registerScreen(stranger).county).toContainText(renamed)
  })

  await test.step('R7.45 closed, it says so, accepts nothing and stays readable', async () => {
    await findCounties(admin, String(desk.county.CountyID))
    await openButton(renamed).click()
    await act('Close the county').click()
    await answer('Close the county').click()
    await expect(cell(renamed, 'Status')).toHaveText('Closed')
    const warning = clerk
      .getByRole('alert')
      .filter({ hasText: 'is closed and takes no uploads. You can still' })
    await clerk.goto('/landing')
    await expect(warning).toBeVisible()
    await clerk.goto('/add?batch')
    await expect(warning).toBeVisible()
    await clerk.goto('/add')
    await expect(warning).toBeVisible()
    await fillFields(clerk)
    await uploadScreen(clerk).input.setInputFiles([fileOf('late.pdf', SAMPLE_FILES.pdf)])
    const refused = clerk.waitForResponse(UPLOAD_CALL)
    await uploadScreen(clerk).submit.click()
    expect((await refused).status()).toBe(409)
    await expect(uploadScreen(clerk).file('late.pdf')).toContainText('This county is closed.')
    await stranger.reload()
    await expect(registerScreen(stranger).county).not.toContainText(renamed)

    clerk.once('dialog', (dialog) => void dialog.accept())
    const { rows, fileIds } = documentsScreen(clerk)
    await clerk.goto('/home')
    await expect(rows).toHaveCount(1)
    const id = await fileIds.textContent()
    expect((await clerk.request.get(`/api/files/uploads/${id}/download`)).status()).toBe(200)
    await clerk.goto('/owner-details')
    await expect(ownersScreen(clerk).names).toHaveText(['Toyah Gas LP'])
  })

  await test.step('Undo opens it again: the upload succeeds', async () => {
    await undo.click()
    await expect(cell(renamed, 'Status')).toHaveText('Open')
    await clerk.goto('/add')
    await fillFields(clerk)
    await uploadScreen(clerk).input.setInputFiles([fileOf('late.pdf', SAMPLE_FILES.pdf)])
    await uploadScreen(clerk).submit.click()
    await expect(uploadScreen(clerk).succeeded).toBeVisible()
    await admin.reload()
    await expect(cell(renamed, 'Documents')).toHaveText('2')
  })

  await Promise.all([clerk, stranger].map((each) => each.context().close()))
})
