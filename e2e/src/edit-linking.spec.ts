import { expect } from './browser/fixtures.ts'
import { documentsScreen } from './steps/documents.ts'
import { addLink, editDialog, linkSection, openEditDialog, watchChanges } from './steps/edit.ts'
import { show } from './steps/eyes.ts'
import { WIDTH } from './steps/frame.ts'
import { agentOf, linkedParties, MESA, test } from './steps/linking.ts'

test.beforeEach(({ page, people, signIn }) => signIn(page, people.administrator))

test('links an owner and an agent on Save, and says how many', async ({ page, desk, parties, fileId }) => {
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
})

test('counts owners alone, and agents alone', async ({ page, desk, parties, fileId, clock }) => {
  const { save, said, description } = editDialog(page)
  await clock.stop()
  await page.goto(`/home?county=${desk.county.CountyID}`)
  await clock.until(documentsScreen(page).editButton(fileId))
  await documentsScreen(page).editButton(fileId).click()
  await clock.until(description)
  for (const [title, link, text] of [
    ['Owner', MESA, 'Successfully linked 1 owner(s) and updated status!'],
    ['Agent', agentOf(parties), 'Successfully linked 1 agent(s) and updated status!'],
  ] as const) {
    const section = linkSection(page, title)
    await section.search.fill(link.term)
    await clock.until(section.suggestions.first())
    await section.suggestions.first().click()
    await section.relation.selectOption(link.relation)
    await section.add.click()
    await save.click()
    await clock.until(said.filter({ hasText: text }))
    await clock.advance(1000)
  }
})

test('a pair needs both, and stands once', async ({ page, desk, parties, fileId }) => {
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
})

test('an agent without a relation type is not saved; the rest is, and the dialog stays on it', async ({
  page,
  desk,
  parties,
  fileId,
}) => {
  const { status, save, said } = editDialog(page)
  const agent = linkSection(page, 'Agent')
  const changes = watchChanges(page)
  await openEditDialog(page, desk, fileId)
  await status.selectOption('Completed')
  await agent.search.fill(parties.code)
  await agent.suggestions.first().click()
  await save.click()
  await expect(said).toHaveText('Status updated successfully!')
  await expect(agent.problem).toHaveText('Please select a relation type for the agent.')
  await expect(agent.relation).toBeFocused()
  expect(changes.map(({ part }) => part)).toEqual(['status'])
  expect(await linkedParties(page, fileId, 'agents')).toEqual([])
  await agent.relation.selectOption('CPA')
  // The lock of the save before is released after 1000 ms.
  await expect(async () => {
    await save.click()
    await expect(said).toHaveText('Successfully linked 1 agent(s) and updated status!', { timeout: 500 })
  }).toPass()
  await expect(agent.assigned).toHaveCount(1)
})

test("somebody else's links are shown beside what waits here, and nothing is lost", async ({
  page,
  desk,
  parties,
  fileId,
}) => {
  const { save, said, failure } = editDialog(page)
  const owner = linkSection(page, 'Owner')
  await openEditDialog(page, desk, fileId)
  await addLink(page, 'Owner', MESA)
  const theirs = { statusId: 2, owners: [{ partyNumber: parties.caprock, relationTypeId: 2 }] }
  const answer = await page.request.patch(`/api/status/uploads/${fileId}/status`, { data: theirs })
  expect(answer.status()).toBe(200)
  await save.click()
  await expect(failure).toContainText('Now shown as somebody else saved it: Status, Owner.')
  await expect(owner.assigned).toHaveText([/Caprock Minerals LP/u])
  await expect(owner.pending).toHaveText([/Mesa Compression LLC/u])
  await save.click()
  await expect(said).toHaveText('Successfully linked 1 owner(s) and updated status!')
  await expect(owner.assigned).toHaveCount(2)
})

test('what waits is asked about before the dialog closes', async ({ page, desk, parties, fileId }) => {
  const { close, question } = editDialog(page)
  await openEditDialog(page, desk, fileId)
  await addLink(page, 'Owner', { ...MESA, term: String(parties.mesa) })
  await close.click()
  await expect(question).toBeVisible()
})

test('axe finds nothing, with suggestions open, links and sentences, wide and compact', async ({
  page,
  desk,
  parties,
  fileId,
  axeClean,
}) => {
  const owner = linkSection(page, 'Owner')
  await openEditDialog(page, desk, fileId)
  await addLink(page, 'Owner', MESA)
  await addLink(page, 'Agent', agentOf(parties))
  await editDialog(page).save.click()
  await expect(owner.assigned).toHaveCount(1)
  await addLink(page, 'Owner', { ...MESA, relation: 'Operator' })
  await linkSection(page, 'Agent').add.click()
  await owner.search.fill('c')
  await expect(owner.suggestions).toHaveCount(2)
  await page.keyboard.press('ArrowDown')
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [WIDTH.wide, WIDTH.phone]) {
      await show(page, { colorScheme, width })
      await axeClean(page)
      const overflow = await editDialog(page).dialog.evaluate(
        (element) => element.scrollWidth - element.clientWidth,
      )
      expect(overflow, `sideways at ${width}`).toBe(0)
    }
  }
})
