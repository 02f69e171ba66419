import type { Page } from '@playwright/test'
import { expect, test } from './browser/fixtures.ts'
import { editDialog, openEditDialog } from './steps/edit.ts'
import { SAMPLE_FILES, uploadAs } from './steps/files.ts'

const BESIDE = { width: 1440, height: 900 }

function panelOf(page: Page) {
  const panel = page.locator('[data-panel]')
  return {
    panel,
    foot: panel.locator('footer'),
    ask: panel.getByRole('button', { name: /^Needs More Info/u }),
    answer: panel.getByRole('button', { name: 'Answer', exact: true }),
    withdraw: panel.getByRole('button', { name: 'Withdraw the question' }),
  }
}

function questionDialog(page: Page) {
  const dialog = page.getByRole('dialog', { name: 'What is missing?' })
  return {
    dialog,
    text: dialog.getByRole('textbox', { name: 'Question' }),
    dueDay: dialog.getByLabel('Due day'),
    point: (name: string) => dialog.getByRole('checkbox', { name }),
    save: dialog.getByRole('button', { name: 'Set Needs More Info' }),
    send: dialog.getByRole('button', { name: 'Send the question' }),
  }
}

function answerDialog(page: Page) {
  const dialog = page.getByRole('dialog', { name: /^Answer the question/u })
  return {
    dialog,
    text: dialog.getByRole('textbox', { name: 'Answer' }),
    files: dialog.getByLabel('Files'),
    send: dialog.getByRole('button', { name: 'Send the answer' }),
  }
}

test('a question is asked in the preview, answered from the start page with a file, and read', async ({
  page,
  people,
  desk,
  records,
  signIn,
  axeClean,
}) => {
  const administrator = await records.addUser({ admin: true })
  await test.step('R26.40 an administrator lists the usual questions of the county', async () => {
    await signIn(page, administrator)
    await page.goto(`/admin/counties?search=${encodeURIComponent(desk.county.Name)}`)
    await page.getByRole('button', { name: `Open ${desk.county.Name}` }).click()
    const county = page.getByRole('dialog', { name: desk.county.Name })
    await county.getByLabel('Usual questions').fill('The signature of the owner\n\n The account number ')
    await county.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText(`${desk.county.Name} was changed.`)).toBeVisible()
  })
  await signIn(page, desk.clerk)
  const { FileID } = await uploadAs(page.request, { name: 'plat.pdf', content: SAMPLE_FILES.pdf })
  await page.setViewportSize(BESIDE)
  await signIn(page, people.administrator)
  await page.goto(`/home?county=${desk.county.CountyID}&view=${FileID}`)
  const { panel, foot, ask, answer, withdraw } = panelOf(page)
  const { dialog, text, dueDay, point, save, send } = questionDialog(page)
  await test.step('R26.30 the key asks what is missing, and Escape changes nothing', async () => {
    await expect(ask).toBeVisible()
    await page.keyboard.press('i')
    await expect(point('The signature of the owner')).toBeFocused()
    await expect(dialog.getByRole('group', { name: 'Usual questions' })).toBeVisible()
    await expect(dialog).toContainText(`Goes to ${desk.clerk.email}.`)
    await axeClean(page)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(panel.getByText('New', { exact: true })).toBeVisible()
  })
  await test.step('R26.30 a due day alone is no question', async () => {
    await ask.click()
    await dueDay.fill('2099-04-30')
    await save.click()
    await expect(dialog).toContainText('Choose what is missing, or write a sentence.')
  })
  await test.step('R26.30 Ctrl+Enter sends it, and the preview shows it', async () => {
    const width = (await save.boundingBox())?.width
    await point('The signature of the owner').check()
    expect((await send.boundingBox())?.width).toBe(width)
    await text.fill('Who <b>signed</b> it?')
    await text.press('Control+Enter')
    await expect(foot).toContainText(`File ${FileID}: Needs More Info. Question sent.`)
    await expect(panel).toContainText('Who <b>signed</b> it?')
    await expect(panel.getByRole('listitem').filter({ hasText: 'The signature of the owner' })).toBeVisible()
    await expect(panel).toContainText('Due 4/30/99')
    await expect(panel).toContainText('Asked by you on')
    await expect(answer).toHaveCount(0)
    await expect(withdraw).toBeVisible()
  })
  await test.step('R26.38 the key does not ask twice, and says so', async () => {
    await page.keyboard.press('i')
    await expect(foot).toContainText('A question is open already. Withdraw it to ask again.')
    await expect(dialog).toHaveCount(0)
  })
  await signIn(page, desk.clerk)
  const fields = answerDialog(page)
  await test.step('R26.31 the start page shows it to the uploader, and leads to the answer', async () => {
    await page.goto('/landing')
    const box = page.getByRole('region', { name: /^Needs your answer/u })
    await expect(box).toContainText('The signature of the owner · Who <b>signed</b> it?')
    await expect(box.getByText('Due 4/30/99', { exact: true })).toBeInViewport()
    await box.getByRole('link', { name: `Answer the question about file ${FileID}` }).click()
    await expect(fields.text).toBeFocused()
    await axeClean(page)
  })
  await test.step('R26.36 My work lists it, too', async () => {
    await page.goto('/my-work')
    const section = page.getByRole('region', { name: 'Questions for you 1' })
    await expect(section.getByText('Due 4/30/99', { exact: true })).toBeInViewport()
    await section.getByRole('link', { name: 'plat.pdf' }).click()
    await expect(fields.text).toBeFocused()
  })
  await test.step('R26.32 an empty answer is not sent', async () => {
    await fields.send.click()
    await expect(fields.dialog).toContainText('Write an answer, or attach a file.')
  })
  await test.step('R26.32 the answer has a text and a file', async () => {
    await fields.text.fill('The owner did.')
    await fields.files.setInputFiles({
      name: 'signed.pdf',
      mimeType: 'application/pdf',
      buffer: SAMPLE_FILES.pdf,
    })
    await fields.send.click()
    await expect(fields.dialog).toHaveCount(0)
    await expect(panel).toContainText('The owner did.')
    await expect(answer).toHaveCount(0)
    await expect(panel.getByText('New', { exact: true })).toBeVisible()
  })
  await signIn(page, people.administrator)
  await test.step('R26.33 who asked reads the answer, and opens its file', async () => {
    await page.goto(`/home?county=${desk.county.CountyID}&view=${FileID}`)
    await expect(panel).toContainText('The owner did.')
    await panel.getByRole('link', { name: 'signed.pdf' }).click()
    await expect(panel).toContainText(`Answer to the question about file ${FileID}`)
  })
})

test('an open question says what becomes of it when it is withdrawn', async ({
  page,
  people,
  desk,
  records,
  signIn,
}) => {
  const [first = 0, second = 0] = await records.addDocuments(
    Array.from({ length: 2 }, () => ({ county: desk.county, uploadedBy: desk.clerk })),
  )
  for (const id of [first, second]) {
    await records.run('UPDATE document SET status_id = 4 WHERE id = $1', [id])
    await records.run(
      `INSERT INTO document_question (document_id, county_id, asked_by, asked_at, person_id, points, text, due_on)
       SELECT id, county_id, uploaded_by, now(), uploaded_by, '{}', 'Which well?', '2020-12-04' FROM document WHERE id = $1`,
      [id],
    )
  }
  await page.setViewportSize(BESIDE)
  const { panel, foot, answer, withdraw } = panelOf(page)
  await test.step('R26.33 who may answer sees the question and Answer before the other facts', async () => {
    await signIn(page, desk.clerk)
    await page.goto(`/home?county=${desk.county.CountyID}&view=${first}`)
    await expect(panel.locator('dl').first().locator('dt').first()).toHaveText('Question')
    await expect(answer).toBeInViewport()
    await expect(panel.getByText('Overdue since 12/4/20', { exact: true })).toBeInViewport()
  })
  await signIn(page, people.administrator)
  await test.step('R26.39 a withdrawal is told, and the focus goes to the heading', async () => {
    await page.goto(`/home?county=${desk.county.CountyID}&view=${first}`)
    await withdraw.click()
    await expect(foot).toContainText(`File ${first}: The question is withdrawn.`)
    await expect(withdraw).toHaveCount(0)
    await expect(panel.getByRole('heading').first()).toBeFocused()
  })
  await test.step('R26.39 Edit shows the open question, and that another status withdraws it', async () => {
    await openEditDialog(page, desk, second)
    const section = page.getByRole('region', { name: 'Open question' })
    await expect(section).toContainText('Overdue since 12/4/20')
    await expect(section).toContainText('Which well?')
    await expect(section).toContainText('Saving another status withdraws this question.')
    await page.keyboard.press('Escape')
  })
  await test.step('R26.39 another status says that it withdraws the question', async () => {
    await page.goto(`/home?county=${desk.county.CountyID}&view=${second}`)
    await expect(withdraw).toBeVisible()
    await page.keyboard.press('c')
    await expect(foot).toContainText(`File ${second}: Completed. The question is withdrawn.`)
  })
})

test('the edit dialog sends the question after the save, and an empty one is only a status', async ({
  page,
  people,
  desk,
  signIn,
}) => {
  await signIn(page, desk.clerk)
  const { FileID } = await uploadAs(page.request, { name: 'plat.pdf', content: SAMPLE_FILES.pdf })
  const { FileID: other } = await uploadAs(page.request, { name: 'map.pdf', content: SAMPLE_FILES.pdf })
  await signIn(page, people.administrator)
  const { dialog, status, save } = editDialog(page)
  const question = dialog.getByRole('group', { name: 'What is missing?' })
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') calls.push(`${request.method()} ${new URL(request.url()).pathname}`)
  })
  await test.step('R26.34 the fields are there only for the status that was chosen', async () => {
    await openEditDialog(page, desk, FileID)
    await expect(status).toBeVisible()
    await expect(question).toHaveCount(0)
    await status.selectOption('Needs More Info')
    await expect(question).toBeVisible()
  })
  await test.step('R26.34 an empty question leaves the call of the status as it is', async () => {
    await save.click()
    await expect(dialog).toContainText('Status updated successfully!')
    expect(calls).toEqual([`PATCH /api/status/uploads/${FileID}/status`])
    await expect(question).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  })
  await test.step('R26.34 a question follows the status', async () => {
    await openEditDialog(page, desk, other)
    await status.selectOption('Needs More Info')
    await question.getByRole('textbox', { name: 'Question' }).fill('Which well?')
    await save.click()
    await expect(dialog).toContainText('Question sent.')
    expect(calls.slice(1)).toEqual([
      `PATCH /api/status/uploads/${other}/status`,
      `POST /api/files/uploads/${other}/question`,
    ])
  })
})

test('R26.35 selected files get the status with a question', async ({
  page,
  people,
  desk,
  records,
  signIn,
  axeClean,
}) => {
  const ids = await records.addDocuments(
    Array.from({ length: 2 }, () => ({ county: desk.county, uploadedBy: desk.clerk })),
  )
  await page.setViewportSize(BESIDE)
  await signIn(page, people.administrator)
  await page.goto(`/home?county=${desk.county.CountyID}`)
  for (const id of ids) await page.getByRole('checkbox', { name: `Select file ${id}` }).check()
  const setStatus = async (name: string) => {
    await page.getByRole('button', { name: 'Set status' }).click()
    await page.getByRole('menuitem', { name }).click()
    return page.getByRole('dialog', { name: `Set status to ${name}` })
  }
  const group = page.getByRole('group', { name: 'What is missing?' })
  const other = await setStatus('In Progress')
  await expect(other).toBeVisible()
  await expect(group).toHaveCount(0)
  await page.keyboard.press('Escape')
  const dialog = await setStatus('Needs More Info')
  await group.getByRole('textbox', { name: 'Question' }).fill('Which well?')
  await axeClean(page)
  const start = dialog.getByRole('button', { name: /2 files/u })
  await expect(start).toBeEnabled()
  await start.click()
  await expect(dialog).toHaveCount(0)
  await page.goto(`/home?county=${desk.county.CountyID}&view=${ids[0]}`)
  await expect(panelOf(page).panel).toContainText('Which well?')
})
