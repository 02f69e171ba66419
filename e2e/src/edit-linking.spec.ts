import { expect } from './browser/fixtures.ts'
import { documentsScreen } from './steps/documents.ts'
import { addLink, editDialog, linkSection, openEditDialog, watchChanges } from './steps/edit.ts'
import { agentOf, linkedParties, MESA, test } from './steps/linking.ts'
import { expectSoundLooks } from './steps/two-looks.ts'

test.beforeEach(({ page, people, signIn }) => signIn(page, people.administrator))

test('S2.59 S2.66 S2.67 S2.70 S3.8 S3.11 S4.12 S7.38 S7.40 S8.21 S8.22 links an owner and an agent on Save, and says how many', async ({
  page,
  desk,
  parties,
  fileId,
  axeClean,
}) => {
  const { save, said } = editDialog(page)
  const [owner, agent] = [linkSection(page, 'Owner'), linkSection(page, 'Agent')]
  const changes = watchChanges(page)
  await openEditDialog(page, desk, fileId)
  await addLink(page, 'Owner', MESA)
  await expect(owner.pending).toHaveText([/Mesa Compression LLC.*MESA COMPR.*Owner.*Remove/u])
  await addLink(page, 'Agent', agentOf(parties))
  await expect(agent.pending).toHaveCount(1)
  expect(changes, 'nothing is sent before Save').toEqual([])
  await save.click()
  await expect(said).toHaveText('Successfully linked 1 owner(s) and 1 agent(s) and updated status!')
  expect(changes.map(({ part, body }) => [part, body])).toEqual([
    [
      'agents',
      {
        agents: [{ agentName: agentOf(parties).name, legacyCode: parties.code, relationTypeId: 10 }],
      },
    ],
    [
      'status',
      {
        statusId: 1,
        owners: [
          {
            partyNumber: parties.mesa,
            organizationName: 'Mesa Compression LLC',
            cadName: 'MESA COMPR',
            relationTypeId: 1,
          },
        ],
      },
    ],
  ])
  await expect(owner.pending).toHaveCount(0)
  await expect(owner.assigned).toHaveText([/Mesa Compression LLC.*Owner.*Unlink/u])
  await expect(agent.assigned).toHaveText([
    /Lone Star Tax.*Property Tax Consultant.*1 Main St, Pecos, TX 79772/u,
  ])
  expect(await linkedParties(page, fileId, 'owners')).toMatchObject([{ partyNumber: parties.mesa }])
  expect(await linkedParties(page, fileId, 'agents')).toMatchObject([{ AgentNbr: parties.agent }])

  await test.step('axe finds nothing, with suggestions open, links and sentences, wide and compact', async () => {
    await addLink(page, 'Owner', { ...MESA, relation: 'Operator' })
    await linkSection(page, 'Agent').add.click()
    await owner.search.fill('c')
    await expect(owner.suggestions).toHaveCount(2)
    await page.keyboard.press('ArrowDown')

    await expectSoundLooks(page, axeClean)
    const overflow = await editDialog(page).dialog.evaluate(
      (element) => element.scrollWidth - element.clientWidth,
    )
    expect(overflow, 'sideways').toBe(0)
  })
})

test('S5.20 S5.21 a pair needs both, and is added once; closing the dialog asks about pending links', async ({
  page,
  desk,
  parties,
  fileId,
}) => {
  const owner = linkSection(page, 'Owner')
  await openEditDialog(page, desk, fileId)
  await owner.add.click()
  await expect(owner.problem).toHaveText('Please select both an organization and relation type')
  await owner.search.fill('mesa')
  await owner.suggestions.first().click()
  await owner.add.click()
  await expect(owner.problem).toHaveText('Please select both an organization and relation type')
  await owner.relation.selectOption('Owner')
  await owner.add.click()
  await expect(owner.pending).toHaveCount(1)
  await addLink(page, 'Owner', { ...MESA, term: String(parties.mesa) })
  await expect(owner.problem).toHaveText('This organization is already added')
  await owner.relation.selectOption('Operator')
  await owner.add.click()
  await expect(owner.pending).toHaveCount(2)

  await test.step('closing the dialog asks about pending links', async () => {
    const { close, question } = editDialog(page)
    await close.click()
    await expect(question).toBeVisible()
  })
})

test('an agent without a relation type is not saved; the rest is, and another person’s links are shown next to pending ones', async ({
  page,
  desk,
  parties,
  fileId,
  clock,
}) => {
  await test.step('S2.71 R7.4 an agent without a relation type is not saved; the rest is, and the dialog stays on it', async () => {
    const { status, save, said, description } = editDialog(page)
    const agent = linkSection(page, 'Agent')
    const changes = watchChanges(page)
    await clock.stop()
    await page.goto(`/home?county=${desk.county.CountyID}`)
    await clock.until(documentsScreen(page).editButton(fileId))
    await documentsScreen(page).editButton(fileId).click()
    await clock.until(description)
    await status.selectOption('Completed')
    await agent.search.fill(parties.code)
    await clock.until(agent.suggestions.first())
    await agent.suggestions.first().click()
    await save.click()
    await clock.until(said.filter({ hasText: 'Status updated successfully!' }))
    await expect(agent.problem).toHaveText('Please select a relation type for the agent.')
    await expect(agent.relation).toBeFocused()
    expect(changes.map(({ part }) => part)).toEqual(['status'])
    expect(await linkedParties(page, fileId, 'agents')).toEqual([])
    await agent.relation.selectOption('CPA')
    // By now the lock of the earlier save is released.
    await clock.advance(1000)
    await save.click()
    await clock.until(said.filter({ hasText: 'Successfully linked 1 agent(s) and updated status!' }))
    await expect(agent.assigned).toHaveCount(1)
    await page.clock.resume()
  })
  await test.step("another person's links are shown next to pending ones, and nothing is lost", async () => {
    const { save, said, failure } = editDialog(page)
    const owner = linkSection(page, 'Owner')
    await openEditDialog(page, desk, fileId)
    await addLink(page, 'Owner', MESA)
    const theirs = { statusId: 3, owners: [{ partyNumber: parties.caprock, relationTypeId: 2 }] }
    const answer = await page.request.patch(`/api/status/uploads/${fileId}/status`, { data: theirs })
    expect(answer.status()).toBe(200)
    await save.click()
    await expect(failure).toContainText('Updated to the other person’s change: Status, Owner.')
    await expect(owner.assigned).toHaveText([/Caprock Minerals LP/u])
    await expect(owner.pending).toHaveText([/Mesa Compression LLC/u])
    await save.click()
    await expect(said).toHaveText('Successfully linked 1 owner(s) and updated status!')
    await expect(owner.assigned).toHaveCount(2)
  })
})
