import { expect } from './browser/fixtures.ts'
import { documentsScreen } from './steps/documents.ts'
import { addLink, editDialog, linkSection, openEditDialog } from './steps/edit.ts'
import { expectKeepsFocus } from './steps/keyboard.ts'
import { MESA, test } from './steps/linking.ts'

test.beforeEach(({ page, people, signIn }) => signIn(page, people.administrator))

test.describe('suggestions', () => {
  test('S2.65 S7.16 S7.17 S9.8 S9.9 come 300 ms after the last key for owners, 400 ms for agents, of the county and with the term', async ({
    page,
    desk,
    parties,
    fileId,
    clock,
  }) => {
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url())
      if (/(OrganizationName|AgentNames)$/u.test(pathname)) asked.push(`${pathname}${search}`)
    })
    await clock.stop()
    await page.goto(`/home?county=${desk.county.CountyID}`)
    await clock.until(documentsScreen(page).editButton(fileId))
    await documentsScreen(page).editButton(fileId).click()
    await clock.until(editDialog(page).description)
    const owner = linkSection(page, 'Owner')
    await owner.search.pressSequentially('mes')
    await clock.advance(200)
    await owner.search.press('a')
    await clock.advance(290)
    expect(asked).toEqual([])
    await clock.advance(10)
    await clock.until(owner.suggestions.first())
    expect(asked).toEqual([
      `/api/lookup/OrganizationName?county=${desk.county.CountyID}&term=mesa&facts=roll`,
    ])
    await expect(owner.suggestions).toHaveText([`Mesa Compression LLC ${parties.mesa} · MESA COMPR`])
    await owner.search.fill('cap')
    await expect(owner.suggestions, 'those of another text are gone at once').toHaveCount(0)
    await owner.search.fill('')

    const agent = linkSection(page, 'Agent')
    await agent.search.fill(parties.code)
    await clock.advance(390)
    expect(asked).toHaveLength(1)
    await clock.advance(10)
    await clock.until(agent.suggestions.first())
    expect(asked[1]).toBe(
      `/api/lookup/AgentNames?term=${parties.code}&limit=50&county=${desk.county.CountyID}&facts=roll`,
    )
  })

  test('work by keyboard, are at most ten, and say if there is no match', async ({
    page,
    desk,
    parties,
    fileId,
    records,
    people,
  }) => {
    await test.step('work by keyboard; Escape closes only the list', async () => {
      const { dialog, description } = editDialog(page)
      const { search, suggestions, relation, pending } = linkSection(page, 'Owner')
      await openEditDialog(page, desk, fileId)
      await expect(relation).toContainText('Lessee')
      await search.focus()
      await page.keyboard.type('c')
      await expect(suggestions).toHaveCount(2)
      await expect(search).toHaveAttribute('aria-expanded', 'true')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('ArrowDown')
      await expect(suggestions.nth(1)).toHaveAttribute('aria-selected', 'true')
      await page.keyboard.press('ArrowUp')
      await expect(suggestions.nth(0)).toHaveAttribute('aria-selected', 'true')
      await page.keyboard.press('Escape')
      await expect(suggestions).toHaveCount(0)
      await expect(search).toBeFocused()
      await expect(dialog).toBeVisible()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await expect(search).toHaveValue('Caprock Minerals LP')
      await page.keyboard.press('Tab')
      await expect(relation).toBeFocused()
      await page.keyboard.type('Lessee')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await expect(pending).toHaveText([new RegExp(`Caprock Minerals LP.*${parties.caprock}.*Lessee`, 'u')])
      await pending.getByRole('button').press('Enter')
      await expect(pending).toHaveCount(0)
      await expectKeepsFocus(page, dialog)
      await expect(description).toHaveValue('Rendition of the gas plant')
    })
    await test.step('S2.65 S9.7 are at most ten', async () => {
      const first = desk.county.CountyID * 1000 + 100
      await records.run(
        `INSERT INTO organization SELECT n, 'Twelve Oaks ' || n FROM generate_series($1::int, $1 + 11) AS n`,
        [first],
      )
      await records.run(
        `INSERT INTO county_organization SELECT $2, n, 'TWELVE' FROM generate_series($1::int, $1 + 11) AS n`,
        [first, desk.county.CountyID],
      )
      const owner = linkSection(page, 'Owner')
      await owner.search.fill('twelve oaks')
      await expect(owner.suggestions).toHaveCount(10)
      await owner.search.fill(String(first + 11))
      await expect(owner.suggestions).toHaveText([`Twelve Oaks ${first + 11} ${first + 11} · TWELVE`])
    })
    await test.step('S2.69 S8.13 R7.3 say if there is no match, and why they could not be loaded', async () => {
      const owner = linkSection(page, 'Owner')
      await owner.search.fill('1999999999')
      await expect(owner.problem).toHaveText('No organization matches this party number.')
      await page.route('**/OrganizationName*', (route) =>
        route.fulfill({ status: 500, json: { error: 'The index is being made.' } }),
      )
      await owner.search.fill('mesa')
      await expect(owner.problem).toHaveText('Failed to load organization data: The index is being made.')
    })
    await test.step('R7.27 a document without a county has a dash, and its suggestions come from every county', async () => {
      await page.unroute('**/OrganizationName*')
      const [id = 0] = await records.addDocuments([
        { county: null, uploadedBy: people.administrator, uploadedAt: new Date('2100-01-01') },
      ])
      await page.goto('/home')
      await expect(documentsScreen(page).row(id).locator('[data-label="County"]')).toHaveText('—')
      await documentsScreen(page).editButton(id).click()
      await expect(
        editDialog(page).dialog.getByText('—', { exact: true }),
        'where it would say the county',
      ).toBeVisible()
      await addLink(page, 'Owner', { ...MESA, term: String(parties.mesa) })
      await editDialog(page).save.click()
      await expect(linkSection(page, 'Owner').assigned).toHaveText([
        new RegExp(`${parties.mesa} · MESA COMPR`, 'u'),
      ])
      expect(desk.county.CountyID).toBeGreaterThan(0)
    })
  })
})

test.describe('by touch', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } })

  test('suggestions are chosen by a tap, and the pair is added', async ({ page, desk, parties, fileId }) => {
    const { search, suggestions, relation, add, pending } = linkSection(page, 'Owner')
    await openEditDialog(page, desk, fileId)
    await search.tap()
    await search.pressSequentially(String(parties.mesa))
    await suggestions.first().tap()
    await expect(search).toHaveValue('Mesa Compression LLC')
    await expect(suggestions).toHaveCount(0)
    await relation.selectOption('Owner')
    await add.tap()
    await expect(pending).toHaveCount(1)
  })
})
