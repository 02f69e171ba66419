import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, test } from './browser/fixtures.ts'
import { boxes } from './steps/boxes.ts'
import { editDialog, openEditDialog } from './steps/edit.ts'
import { expectNoSidewaysScroll, inEveryAppearance } from './steps/eyes.ts'
import { SAMPLE_FILES, uploadAs } from './steps/files.ts'
import { setWidth } from './steps/frame.ts'

const BESIDE = { width: 1440, height: 900 }

function historyIn(page: Page, within = '[data-panel]') {
  const part = page.locator(within)
  const filter = (name: string) => part.getByRole('group').getByRole('button', { name, exact: true })
  return {
    part,
    toggle: part.getByRole('button', { name: /^History/u }),
    list: part.getByRole('region', { name: 'Events' }),
    events: part.getByRole('region', { name: 'Events' }).getByRole('listitem'),
    older: part.getByRole('button', { name: 'Show older' }),
    pdf: part.getByRole('link', { name: 'Download PDF with proof' }),
    csv: part.getByRole('link', { name: 'Download CSV' }),
    filter,
  }
}

test('the history of a file is in the preview, in sentences with the values before and after', async ({
  page,
  people,
  desk,
  signIn,
  axeClean,
}) => {
  await signIn(page, desk.clerk)
  const { FileID } = await uploadAs(page.request, { name: 'plat.pdf', content: SAMPLE_FILES.pdf })
  await signIn(page, people.administrator)
  await page.request.patch(`/api/status/uploads/${FileID}/descriptiontypes`, {
    data: { description: 'Wells of 2026', attachmentTypeId: 1 },
  })
  await page.setViewportSize(BESIDE)
  await page.goto(`/home?county=${desk.county.CountyID}&view=${FileID}`)
  const { part, toggle, list, events, filter, csv, pdf } = historyIn(page)
  await expect(part.getByRole('article')).toBeVisible()
  await test.step('R16.40 it loads when the key h opens it, and the focus is on its button', async () => {
    await expect(toggle).toHaveAttribute('aria-expanded', 'false')
    const loaded = page.waitForResponse(/\/history/u)
    await page.keyboard.press('h')
    await loaded
    await expect(toggle).toBeFocused()
    await expect(toggle).toBeInViewport()
    await expect(events.last()).toContainText(`${desk.clerk.email} uploaded this file (plat.pdf)`)
  })
  await test.step('R16.41 a changed field shows its value before and after', async () => {
    const change = events.filter({ hasText: 'changed Description' })
    await expect(change).toContainText('Description: from “Sent by a test” to “Wells of 2026”')
  })
  await test.step('R16.41 it is filtered by the kind of events', async () => {
    await filter('Received').click()
    await expect(events).toHaveCount(1)
    await expect(filter('Received')).toHaveAttribute('aria-pressed', 'true')
    await filter('Moved').click()
    await expect(list).toContainText('No such events.')
    await filter('All').click()
    await expect(events.last()).toContainText('uploaded')
  })
  await test.step('R8.57 it is downloaded as CSV', async () => {
    const answer = await page.request.get((await csv.getAttribute('href')) ?? '')
    expect(await answer.text()).toContain('uploaded this file (plat.pdf)')
  })
  await test.step('R8.58 R8.59 it is downloaded as PDF, which is an event itself', async () => {
    const answer = await page.request.get((await pdf.getAttribute('href')) ?? '')
    expect(answer.headers()['content-type']).toBe('application/pdf')
    expect((await answer.body()).subarray(0, 5).toString()).toBe('%PDF-')
    await filter('Read').click()
    await expect(events.first()).toContainText('downloaded the history of this file as PDF')
  })
  await test.step('R16.40 the key h closes it again', async () => {
    await page.keyboard.press('h')
    await expect(toggle).toHaveAttribute('aria-expanded', 'false')
    await expect(events).toHaveCount(0)
    await toggle.click()
  })
  await test.step('R16.40 it is readable in both themes, wide and on a phone', async () => {
    await inEveryAppearance(page, async () => {
      const shown = historyIn(page)
      if ((await shown.toggle.getAttribute('aria-expanded')) === 'false') await shown.toggle.click()
      await expect(shown.events.last()).toContainText('uploaded')
      await axeClean(page)
      await expectNoSidewaysScroll(page)
    })
  })
  await test.step('R8.55 Activity of one file has its PDF, too', async () => {
    await page.goto(`/admin/history?file=${FileID}`)
    const link = page.getByRole('link', { name: `History of file ${FileID} as PDF` })
    await expect(link).toHaveAttribute('href', new RegExp(`/files/uploads/${FileID}/history/pdf$`, 'u'))
    await axeClean(page)
    await page.goto(`/home?county=${desk.county.CountyID}&view=${FileID}`)
  })
  await test.step('R16.40 it is readable at 200 % zoom', async () => {
    await setWidth(page, 720, 450)
    const shown = historyIn(page)
    if ((await shown.toggle.getAttribute('aria-expanded')) === 'false') await shown.toggle.click()
    await shown.events.last().scrollIntoViewIfNeeded()
    await expect(shown.events.last()).toBeInViewport()
    await expectNoSidewaysScroll(page)
  })
})

test('R16.42 nothing above the history moves when it opens and loads, nor what is below it', async ({
  page,
  people,
  desk,
  signIn,
}) => {
  await signIn(page, desk.clerk)
  const { FileID } = await uploadAs(page.request, { name: 'a.pdf', content: SAMPLE_FILES.pdf })
  await signIn(page, people.administrator)
  const answer = Promise.withResolvers<void>()
  await page.route(/\/history(?:\?|$)/u, async (route) => {
    await answer.promise
    await route.continue()
  })
  await page.setViewportSize(BESIDE)
  await page.goto(`/home?county=${desk.county.CountyID}&view=${FileID}`)
  const { part, toggle, events, csv } = historyIn(page)
  await expect(part.getByRole('article')).toBeVisible()
  await toggle.click()
  await expect(part.getByText('Loading the history...')).toBeVisible()
  await page.settled({ only: 'paint' })
  const before = await boxes(part.getByRole('button').or(csv))
  answer.resolve()
  await expect(events).not.toHaveCount(0)
  await page.settled()
  expect(await boxes(part.getByRole('button').or(csv))).toEqual(before)
})

test('R16.41 Show older adds the next events, and the focus goes on with them', async ({
  page,
  people,
  desk,
  records,
  signIn,
}) => {
  const [fileId = 0] = await records.addDocuments([{ county: desk.county, uploadedBy: desk.clerk }])
  await records.run(
    `SELECT append_audit_records(jsonb_agg(jsonb_build_object('at', now() - n * interval '1 hour', 'action', 'document.status_set',
       'actor_kind', 'command line', 'actor_name', 'command line', 'came_from', 'command line', 'subject_kind', 'document',
       'subject_id', $1::text, 'county_id', $2::integer, 'before', jsonb_build_object('status', 'S' || n),
       'after', jsonb_build_object('status', 'T' || n)))) FROM generate_series(1, 30) AS n`,
    [String(fileId), desk.county.CountyID],
  )
  await signIn(page, people.administrator)
  await openEditDialog(page, desk, fileId)
  const { toggle, events, older } = historyIn(page, 'dialog[open]')
  await test.step('R16.40 in the edit dialog', async () => {
    await toggle.click()
    await expect(events).toHaveCount(25)
    await expect(editDialog(page).dialog).toBeVisible()
  })
  await older.click()
  await expect(events).toHaveCount(30)
  await expect(events.nth(25)).toBeFocused()
  await expect(older).toHaveCount(0)
})

test('R20.69 the history of a file leads to the run that changed it', async ({
  page,
  people,
  desk,
  records,
  signIn,
}) => {
  const [fileId = 0] = await records.addDocuments([{ county: desk.county, uploadedBy: desk.clerk }])
  await signIn(page, people.administrator)
  const answer = await page.request.post('/api/runs', {
    data: { key: randomUUID(), selection: { ids: [fileId] }, action: { kind: 'status', statusId: 2 } },
  })
  const { number } = (await answer.json()) as { number: number }
  await page.setViewportSize(BESIDE)
  await page.goto(`/home?county=${desk.county.CountyID}&view=${fileId}`)
  const { toggle, events } = historyIn(page)
  await toggle.click()
  const change = events.filter({ hasText: `changed Status in run ${number}` })
  await expect(change).toContainText('Status: from “New” to “Completed”')
  await change.getByRole('link', { name: `Run ${number}` }).click()
  await expect(page).toHaveURL(`/runs/${number}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Set the status to Completed')
})
