import type { Locator } from '@playwright/test'
import { expect } from './browser/fixtures.ts'
import { expectNoSidewaysScroll } from './steps/eyes.ts'
import { linkSection, openEditDialog } from './steps/edit.ts'
import { linkedParties, MESA, test } from './steps/linking.ts'
import { BATCH, fillForAll, queueScreen, smallFiles } from './steps/queue.ts'
import { expectSoundLooks } from './steps/two-looks.ts'

test('R4.23 R7.81 firm staff name the owner of all files and of one, and each is linked to theirs', async ({
  page,
  desk,
  parties,
  people,
  records,
  signIn,
}) => {
  const staff = await records.addUser({ county: desk.county, role: 'staff' })
  const { input, row, select, owner, relation, suggestion, submit, problem, succeeded, receipt } =
    queueScreen(page)
  await signIn(page, staff)
  // High enough for all fields: in a lower window the details scroll.
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(BATCH)
  await input.setInputFiles(smallFiles(3))
  await fillForAll(page)
  const description = page.getByRole('textbox', { name: 'Description' })
  await page.settled({ only: 'paint' })
  const place = await description.boundingBox()
  await owner.fill(MESA.term)
  await expect(suggestion(/Mesa Compression LLC/u)).toBeVisible()
  expect(await description.boundingBox()).toEqual(place)
  await suggestion(/Mesa Compression LLC/u).click()
  await expect(row('rendition-1.pdf')).toContainText('Mesa Compression LLC')
  await expect(row('rendition-1.pdf')).toContainText('Needs relation type')
  await submit.click()
  await expect(problem).toHaveText(
    'Please fill all required fields. 3 files are missing details. See the Status column.',
  )
  await expect(relation).toBeFocused()
  await relation.selectOption('Operator')
  await select('rendition-2.pdf').click()
  await expect(owner).toHaveValue('Mesa Compression LLC')
  await owner.fill(String(parties.caprock))
  await expect(row('rendition-2.pdf')).not.toContainText('Mesa')
  await suggestion(/Caprock Minerals LP/u).click()
  await select('rendition-2.pdf').click()
  await select('rendition-3.pdf').click()
  await owner.fill('')
  await submit.click()
  await expect(succeeded).toBeVisible()
  const ids = (await receipt.getByRole('rowheader').allTextContents()).map(Number)
  await signIn(page, people.administrator)
  const linked = await Promise.all(ids.map((id) => linkedParties(page, id, 'owners')))
  expect(linked).toMatchObject([
    [{ partyNumber: parties.mesa, relationTypeName: 'Operator' }],
    [{ partyNumber: parties.caprock, relationTypeName: 'Operator' }],
    [],
  ])
})

test('an administrator names an owner of the county of the files, and of no other', async ({
  page,
  desk,
  parties,
  people,
  records,
  signIn,
  axeClean,
}) => {
  const other = await records.addCounty()
  const { input, row, owner, county, relation, suggestion } = queueScreen(page)
  await signIn(page, people.administrator)
  await page.goto(BATCH)
  await input.setInputFiles(smallFiles(1))
  await fillForAll(page)
  await expect(page.getByText('Select a county first.')).toBeVisible()
  await county.selectOption(desk.county.Name)
  await owner.fill(String(parties.mesa))
  await suggestion(/Mesa Compression LLC/u).click()
  await relation.selectOption('Owner')
  await expect(row('rendition-1.pdf')).toContainText('Mesa Compression LLC')
  for (const width of [320, 768, 1024, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoSidewaysScroll(page)
  }
  await expectSoundLooks(page, axeClean)
  await page.setViewportSize({ width: 1280, height: 900 })
  await county.selectOption(other.Name)
  await expect(row('rendition-1.pdf')).not.toContainText('Mesa Compression LLC')
  await expect(owner).toHaveValue('')
})

test('R3.36 R3.37 an owner of the roll brings the relation Owner; a suggested agent shows its place and its owners', async ({
  page,
  desk,
  parties,
  people,
  fileId,
  records,
  signIn,
}) => {
  const { input, row, owner, relation, suggestion } = queueScreen(page)
  await records.run(
    `INSERT INTO owner_value (county_id, appraisal_year, party_number, owner_name, agent_number)
     VALUES ($1, 2026, $2, 'MESA COMPR', $3), ($1, 2026, 1, 'OTHER', $3)`,
    [desk.county.CountyID, parties.mesa, parties.agent],
  )
  await test.step('in a batch', async () => {
    await signIn(page, await records.addUser({ county: desk.county, role: 'staff' }))
    await page.goto(BATCH)
    await input.setInputFiles(smallFiles(1))
    await fillForAll(page)
    await owner.fill(String(parties.mesa))
    await suggestion(/Mesa Compression LLC/u).click()
    await expect(relation).toHaveValue('1')
    await expect(row('rendition-1.pdf')).toContainText('Ready')
    await owner.fill(String(parties.caprock))
    await expect(relation).toHaveValue('')
    await suggestion(/Caprock Minerals LP/u).click()
    await expect(row('rendition-1.pdf')).toContainText('Needs relation type')
    await relation.selectOption('Operator')
    await owner.fill(String(parties.mesa))
    await suggestion(/Mesa Compression LLC/u).click()
    await expect(relation).toHaveValue('2')
  })
  await test.step('in the edit dialog', async () => {
    await signIn(page, people.administrator)
    await openEditDialog(page, desk, fileId)
    const section = linkSection(page, 'Owner')
    await section.search.fill(String(parties.mesa))
    await section.suggestions.first().click()
    await expect(section.relation).toHaveValue('1')
    await section.add.click()
    await expect(section.pending).toHaveText([/Mesa Compression LLC.*Owner/u])
    const agent = linkSection(page, 'Agent')
    await agent.search.fill(parties.code)
    await expect(agent.suggestions).toHaveText([
      `Lone Star Tax ${parties.code} ${parties.code} · Pecos, TX · 2 owners here`,
    ])
    await agent.suggestions.first().click()
    await expect(agent.relation).toHaveValue('')
  })
})

test('R3.38 R3.40 a clerk names the owners of a batch and of one file, and the firm finds them', async ({
  page,
  desk,
  parties,
  people,
  signIn,
  axeClean,
}) => {
  const { input, row, owner, relation, suggestion, submit, succeeded, receipt } = queueScreen(page)
  await signIn(page, desk.clerk)
  await test.step('in a batch, typed or accepted from the name of the file', async () => {
    await page.goto(BATCH)
    await input.setInputFiles([
      ...smallFiles(1),
      ...smallFiles(2, (number) => `${number === 1 ? 'plain' : parties.caprock}.pdf`).map((file, at) => ({
        ...file,
        buffer: Buffer.concat([file.buffer, Buffer.from(`% other ${at}\n`)]),
      })),
    ])
    await fillForAll(page)
    await expect(relation).toHaveCount(0)
    await queueScreen(page).select('rendition-1.pdf').click()
    await owner.fill(String(parties.mesa))
    await suggestion(/Mesa Compression LLC/u).click()
    await expect(row('rendition-1.pdf')).toContainText('Mesa Compression LLC')
    await expect(row('rendition-1.pdf')).toContainText('Ready to upload')
    await row(`${parties.caprock}.pdf`).getByRole('button', { name: 'Fill in' }).click()
    await expect(row(`${parties.caprock}.pdf`)).toContainText('Caprock Minerals LP')
    await expectSoundLooks(page, axeClean)
    await submit.click()
    await expect(succeeded).toBeVisible()
  })
  const ids = (await receipt.getByRole('rowheader').allTextContents()).map(Number)
  await test.step('and of one file', async () => {
    await page.getByRole('link', { name: 'Upload again', exact: true }).click()
    await input.setInputFiles(
      smallFiles(1, () => 'single.pdf').map((file) => ({
        ...file,
        buffer: Buffer.concat([file.buffer, Buffer.from('% single\n')]),
      })),
    )
    await fillForAll(page)
    await owner.fill('mesa')
    await suggestion(/Mesa Compression LLC/u).click()
    await expect(page.getByText(`Chosen: ${parties.mesa}`)).toBeVisible()
    await expectSoundLooks(page, axeClean)
    await submit.click()
    await expect(succeeded).toBeVisible()
  })
  ids.push(...(await receipt.getByRole('rowheader').allTextContents()).map(Number))
  await signIn(page, people.administrator)
  const named = await Promise.all(
    ids.map(async (id) => {
      const answer = await page.request.get(`/api/files/uploads/${id}/facts`)
      return ((await answer.json()) as { NamedOwner: { partyNumber: number } | null }).NamedOwner?.partyNumber
    }),
  )
  expect(named).toEqual([parties.mesa, undefined, parties.caprock, parties.mesa])
  expect(await linkedParties(page, ids[0] ?? 0, 'owners')).toEqual([])
})

test('R3.52 a field in which the selected files differ shows Keep as is', async ({
  page,
  desk,
  parties,
  records,
  signIn,
}) => {
  const { input, select, owner, suggestion, description, type } = queueScreen(page)
  await signIn(page, await records.addUser({ county: desk.county, role: 'staff' }))
  await page.goto(BATCH)
  await input.setInputFiles(smallFiles(2))
  await fillForAll(page)
  await expect(owner).not.toHaveAttribute('placeholder')
  await select('rendition-1.pdf').click()
  await owner.fill(String(parties.mesa))
  await suggestion(/Mesa Compression LLC/u).click()
  await description.fill('Gas plant at Pecos')
  await select('rendition-2.pdf').click()
  for (const field of [owner, description]) {
    await expect(field).toHaveAttribute('placeholder', 'Keep as is')
    await expect(field).toHaveValue('')
    expect(await placeholderLooks(field)).toEqual({ isDim: true, opacity: '1' })
  }
  await test.step('what a person chooses for both changes nothing else', async () => {
    await type.selectOption('Extension Request')
    await select('rendition-2.pdf').click()
    await expect(owner).toHaveValue('Mesa Compression LLC')
    await expect(description).toHaveValue('Gas plant at Pecos')
  })
})

/** Hints are dim, too, and axe checks their contrast. */
async function placeholderLooks(field: Locator) {
  return field.evaluate((element) => {
    const { color, opacity } = getComputedStyle(element, '::placeholder')
    const hint = document.getElementById(element.getAttribute('aria-describedby')?.split(' ')[0] ?? '')
    return { isDim: hint !== null && getComputedStyle(hint).color === color, opacity }
  })
}
test('R3.60 an owner that is typed but not chosen stops the upload, and a whole name or number is a choice', async ({
  page,
  desk,
  parties,
  people,
  records,
  signIn,
  axeClean,
}) => {
  const { input, row, select, description, owner, relation, submit, succeeded, receipt } = queueScreen(page)
  const mark = page.getByText('Choose an owner from the list, or clear the field.')
  const places = async () => ({
    description: await description.boundingBox(),
    submit: await submit.boundingBox(),
  })
  const ids: number[] = []
  const stored = async () => {
    await expect(succeeded).toBeVisible()
    ids.push(...(await receipt.getByRole('rowheader').allTextContents()).map(Number))
  }
  await test.step('firm staff, in a batch', async () => {
    await signIn(page, await records.addUser({ county: desk.county, role: 'staff' }))
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.goto(BATCH)
    await input.setInputFiles(smallFiles(2))
    await fillForAll(page)
    await page.settled({ only: 'paint' })
    const before = await places()
    await owner.fill('mesa comp')
    await description.focus()
    await expect(mark).toBeVisible()
    await expect(row('rendition-1.pdf')).toContainText('Needs owner')
    expect(await places()).toEqual(before)
    await axeClean(page)
    await submit.click()
    await expect(owner).toBeFocused()
    await expect(mark).toBeVisible()
    await owner.fill('mesa  compression llc')
    await description.focus()
    await expect(owner).toHaveValue('Mesa Compression LLC')
    await expect(mark).toBeHidden()
    await relation.selectOption('Operator')
    await select('rendition-2.pdf').click()
    await owner.fill('capr')
    await select('rendition-2.pdf').click()
    await expect(owner).toHaveValue('Mesa Compression LLC')
    await expect(row('rendition-2.pdf')).toContainText('Needs owner')
    await submit.click()
    await expect(owner).toHaveValue('capr')
    await expect(mark).toBeVisible()
    await owner.fill(String(parties.caprock))
    await description.focus()
    await expect(owner).toHaveValue('Caprock Minerals LP')
    await submit.click()
    await stored()
  })
  await test.step('a county user, in the form for one file', async () => {
    await signIn(page, desk.clerk)
    await page.goto('/add')
    // Other bytes, so that it is no duplicate.
    const [, , single] = smallFiles(3, () => 'single.pdf')
    await input.setInputFiles(single ?? [])
    await fillForAll(page)
    await owner.fill('mesa comp')
    await submit.click()
    await expect(owner).toBeFocused()
    await expect(mark).toHaveCount(2)
    await owner.fill('')
    await expect(mark).toHaveCount(0)
    await owner.fill(String(parties.mesa))
    await description.focus()
    await expect(owner).toHaveValue('Mesa Compression LLC')
    await submit.click()
    await stored()
  })
  await signIn(page, people.administrator)
  const linked = await Promise.all(ids.slice(0, 2).map((id) => linkedParties(page, id, 'owners')))
  expect(linked).toMatchObject([[{ partyNumber: parties.mesa }], [{ partyNumber: parties.caprock }]])
  const answer = await page.request.get(`/api/files/uploads/${ids[2]}/facts`)
  expect(await answer.json()).toMatchObject({ NamedOwner: { partyNumber: parties.mesa } })
})

test('R3.62 firm staff name the owner of one file in the form, with its relation, and it is linked', async ({
  page,
  desk,
  parties,
  people,
  signIn,
  axeClean,
}) => {
  const { input, county, owner, relation, suggestion, submit, succeeded, receipt, description } =
    queueScreen(page)
  await signIn(page, people.administrator)
  await page.goto('/add')
  await input.setInputFiles(smallFiles(1))
  await fillForAll(page)
  await expect(page.getByText('Select a county first.')).toBeVisible()
  await county.selectOption(desk.county.Name)
  await owner.fill('mesa')
  await suggestion(/Mesa Compression LLC/u).click()
  await submit.click()
  await expect(relation).toBeFocused()
  await relation.selectOption('Operator')
  for (const width of [320, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expectNoSidewaysScroll(page)
  }
  await expectSoundLooks(page, axeClean)
  await description.focus()
  await submit.click()
  await expect(succeeded).toBeVisible()
  const [id = 0] = (await receipt.getByRole('rowheader').allTextContents()).map(Number)
  expect(await linkedParties(page, id, 'owners')).toMatchObject([
    { partyNumber: parties.mesa, relationTypeName: 'Operator' },
  ])
})
