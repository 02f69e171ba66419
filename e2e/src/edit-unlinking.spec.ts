import { expect } from './browser/fixtures.ts'
import { addLink, editDialog, linkSection, openEditDialog, watchChanges } from './steps/edit.ts'
import { agentOf, linkedParties, MESA, test, type Parties } from './steps/linking.ts'

test.beforeEach(({ page, people, signIn }) => signIn(page, people.administrator))

test.describe('unlinking', () => {
  const withLinks = test.extend<{ links: Parties }>({
    links: async ({ records, parties, fileId, people: { administrator } }, use) => {
      const link = [fileId, administrator.userID]
      await records.run(
        `INSERT INTO document_owner (document_id, party_number, relation_type_id, linked_at, linked_by)
         VALUES ($1, $3, 1, now(), $2), ($1, $3, 2, now(), $2)`,
        [...link, parties.mesa],
      )
      await records.run(
        `INSERT INTO document_agent (document_id, agent_number, relation_type_id, linked_at, linked_by)
         VALUES ($1, $3, 10, now(), $2)`,
        [...link, parties.agent],
      )
      await use(parties)
    },
  })

  withLinks(
    'takes one relation away, after a question; one that fails says so, and the link stays',
    async ({ page, desk, links, fileId, records, people }) => {
      await test.step('S8.14 S8.15 that fails says so, and the link stays', async () => {
        const { failure } = editDialog(page)
        await openEditDialog(page, desk, fileId)
        await page.route(/\/(owners|agents)\/\d+\/\d+$/u, (route) => route.fulfill({ status: 500, body: '' }))
        for (const [title, text] of [
          ['Owner', 'Failed to unlink owner. Please try again.'],
          ['Agent', 'Failed to unlink agent. Please try again.'],
        ] as const) {
          const section = linkSection(page, title)
          await section.assigned.first().getByRole('button').click()
          await section.question.getByRole('button', { name: 'Yes' }).click()
          await expect(failure).toHaveText(text)
          await expect(section.question).toBeHidden()
        }
        await expect(linkSection(page, 'Owner').assigned).toHaveCount(2)
        expect(links.mesa).toBeGreaterThan(0)

        await page.unroute(/\/(owners|agents)\/\d+\/\d+$/u)
      })
      await test.step('S2.68 S4.13 removes one relation, after a question', async () => {
        const { said, description, dialog } = editDialog(page)
        const [owner, agent] = [linkSection(page, 'Owner'), linkSection(page, 'Agent')]

        await description.fill('Typed before')
        await expect(owner.assigned).toHaveCount(2)
        const unlinkOwner = owner.assigned.nth(0).getByRole('button')
        await unlinkOwner.click()
        await owner.question.getByRole('button', { name: 'No' }).click()
        await expect(owner.assigned).toHaveCount(2)
        await unlinkOwner.click()
        await owner.question.getByRole('button', { name: 'Yes' }).click()
        await expect(owner.assigned).toHaveText([/Operator/u])
        await expect(said).toHaveText('Mesa Compression LLC is no longer linked.')
        await expect
          .poll(() => dialog.evaluate((element) => element.contains(document.activeElement)))
          .toBe(true)
        await agent.assigned.getByRole('button').click()
        await agent.question.getByRole('button', { name: 'Yes' }).click()
        await expect(agent.assigned).toHaveCount(0)
        expect(await linkedParties(page, fileId, 'owners')).toMatchObject([
          { partyNumber: links.mesa, relationTypeId: 2 },
        ])
        expect(await linkedParties(page, fileId, 'agents')).toEqual([])
        await expect(description).toHaveValue('Typed before')
        await editDialog(page).save.click()
        await expect(said).toHaveText('Status updated successfully!')
      })
      await test.step('after another person’s unlinking shows the current state', async () => {
        await records.run(
          `INSERT INTO document_owner (document_id, party_number, relation_type_id, linked_at, linked_by)
         VALUES ($1, $2, 1, now(), $3)`,
          [fileId, links.mesa, people.administrator.userID],
        )

        const { failure, description } = editDialog(page)
        const owner = linkSection(page, 'Owner')
        await openEditDialog(page, desk, fileId)
        await description.fill('Typed before')
        const answer = await page.request.delete(`/api/status/uploads/${fileId}/owners/${links.mesa}/1`)
        expect(answer.status()).toBe(200)
        await owner.assigned.nth(1).getByRole('button').click()
        await owner.question.getByRole('button', { name: 'Yes' }).click()
        await expect(failure).toContainText('Someone else changed this file.')
        await expect(failure).toContainText('Updated to the other person’s change: Owner.')
        await expect(owner.assigned).toHaveText([/Operator/u])
        await expect(description).toHaveValue('Typed before')
      })
    },
  )
})

test('a failure of the lists, of the agents or of the status keeps the rest, says what was saved, and the next try sends it', async ({
  page,
  desk,
  parties,
  fileId,
}) => {
  const { save, said, failure } = editDialog(page)
  const [owner, agent] = [linkSection(page, 'Owner'), linkSection(page, 'Agent')]
  const changes = watchChanges(page)
  await test.step('of the lists keeps the rest of the dialog, and the next try shows them', async () => {
    await page.route(/\/status\/uploads\/\d+\/(owners|agents)$/u, (route) =>
      route.request().method() === 'GET'
        ? route.fulfill({ status: 500, json: { error: 'Out of order.' } })
        : route.fallback(),
    )
    await openEditDialog(page, desk, fileId)
    for (const title of ['Owner', 'Agent'] as const) {
      const { problem } = linkSection(page, title)
      await expect(problem).toContainText('Failed to load organization data: Out of order.')
    }
    await page.unroute(/\/status\/uploads\/\d+\/(owners|agents)$/u)

    await owner.section.getByRole('button', { name: 'Try again' }).click()
    await expect(owner.problem).toHaveCount(0)

    await expect(agent.problem).toHaveCount(0)
  })
  await test.step('S8.18 of the agents keeps all pending ones, and the next try sends them', async () => {
    await addLink(page, 'Owner', MESA)
    await addLink(page, 'Agent', agentOf(parties))
    await page.route('**/uploads/*/agents', (route) => route.fulfill({ status: 500, body: '' }))
    await save.click()
    await expect(failure).toHaveText('Failed to assign agent(s).')
    await expect(owner.pending).toHaveCount(1)
    await expect(agent.pending).toHaveCount(1)
    await page.unroute('**/uploads/*/agents')
  })
  await test.step('R5.15 of the status after the agents says what was saved, and sends no agent twice', async () => {
    await page.route('**/uploads/*/status', (route) => route.fulfill({ status: 500, body: '' }))
    await save.click()
    await expect(failure).toContainText('Failed to save status')
    await expect(failure).toContainText('Saved: agents. Not saved: owners, status.')
    await page.unroute('**/uploads/*/status')
    await save.click()
    await expect(said).toHaveText('Successfully linked 1 owner(s) and 1 agent(s) and updated status!')
    expect(changes.map(({ part }) => part)).toEqual(['agents', 'agents', 'status', 'status'])
  })
})
