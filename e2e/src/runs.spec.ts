import type { Page, Route } from '@playwright/test'
import type { Run, RunPreview } from '@portal/contract/runs/runs.ts'
import { type Desk, expect, test } from './browser/fixtures.ts'
import type { Records } from './browser/records.ts'
import { boxes as boxesOf } from './steps/boxes.ts'
import { documentsScreen } from './steps/documents.ts'
import { show } from './steps/eyes.ts'
import { setWidth } from './steps/frame.ts'
import { layoutProblems } from './steps/layout.ts'
import {
  LOOKS,
  minutesBefore,
  openList,
  PREVIEW_CALL,
  selectionParts,
  START_CALL,
} from './steps/selection.ts'

type Change = { readonly statusId?: number; readonly categoryId?: number; readonly typeId?: number }

function addMany(records: Records, { county, clerk }: Desk, changes: readonly Change[]): Promise<number[]> {
  return records.addDocuments(
    changes.map((change, index) => ({
      county,
      uploadedBy: clerk,
      fileName: `plant-${index}.pdf`,
      uploadedAt: minutesBefore(index),
      ...change,
    })),
  )
}

const plain = (count: number): Change[] => Array.from({ length: count }, () => ({}))

test('R20.12 R20.13 R20.15 a status is previewed, set for many at once, and undone', async ({
  page,
  desk,
  people,
  records,
  signIn,
  axeClean,
}) => {
  await setWidth(page, 1440, 900)
  const ids = await addMany(records, desk, [...plain(4), { statusId: 2 }])
  const { row } = documentsScreen(page)
  const { bar, pageBox, setStatus, status, dialog, preview, start, notice, runLink } = selectionParts(page)
  await signIn(page, people.administrator)
  await openList(page, desk, 5)

  await test.step('R20.9 a leads to the bar, and arrows choose a status', async () => {
    await pageBox.click()
    await page.keyboard.press('a')
    await expect(setStatus).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await expect(status('New')).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await expect(status('Completed')).toBeFocused()
  })
  await test.step('R20.12 R20.13 the preview counts, and moves no button as it arrives', async () => {
    const answered = Promise.withResolvers<undefined>()
    await page.route(PREVIEW_CALL, async (route) => {
      await answered.promise
      await route.continue()
    })
    await page.keyboard.press('Enter')
    await expect(preview).toContainText('Checking 5 files...')
    const buttons = dialog.getByRole('button')
    const before = await boxesOf(buttons)
    await page.keyboard.press('Enter')
    answered.resolve(undefined)
    await expect(preview).toContainText('4 files will be changed')
    await expect(preview).toContainText('1 already is Completed')
    const places = (all: typeof before) =>
      all.map(({ left, right, top, bottom }) => [left, right, top, bottom])
    expect(places(await boxesOf(buttons))).toEqual(places(before))
    await axeClean(page)
  })
  await test.step('R20.15 R20.10 the notice says the number, and the list has the focus', async () => {
    await expect(start('Change 4 files')).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(notice('4 files changed.')).toBeVisible()
    await expect(bar).toHaveCount(0)
    await expect(row(ids[0] ?? 0)).toContainText('Completed')
    await expect(page.locator('tbody tr:focus')).toHaveCount(1)
    await axeClean(page)
  })
  await test.step('R20.15 Undo gives the files their status back', async () => {
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(notice(/is undone/u)).toBeVisible()
    await expect(row(ids[0] ?? 0)).toContainText('New')
  })
  await test.step('R20.53 the link to the run stays in one line', async () => {
    await expect(runLink).toHaveCSS('white-space', 'nowrap')
  })
  await test.step('R20.19 R20.20 the pages of both runs lead to each other, and to the list of runs', async () => {
    await runLink.click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Undo run')
    await page.getByRole('link', { name: /^run \d+$/u }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Set the status to Completed')
    await expect(page.getByText(/It was undone by/u)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0)
    await page.getByRole('link', { name: 'Your runs' }).click()
    await expect(
      page.getByRole('row').filter({ hasText: 'Set the status to Completed' }).nth(1),
    ).toContainText('Undone')
    await axeClean(page)
  })
})

test('R20.11 R20.12 files of another category keep their type, and the preview names them', async ({
  page,
  desk,
  people,
  records,
  signIn,
}) => {
  const ids = await addMany(records, desk, [...plain(3), { categoryId: 4, typeId: 28 }])
  const { row } = documentsScreen(page)
  const { pageBox, change, dialog, preview, start } = selectionParts(page)
  await signIn(page, people.administrator)
  await openList(page, desk, 4)
  await pageBox.click()
  await change.click()
  const type = dialog.getByLabel('New type')
  await expect(type).toBeFocused()
  await expect(preview).toContainText('Enter the change to see what it does.')
  await expect(dialog.getByRole('button', { name: 'Change 4 files', disabled: true })).toBeVisible()
  const name = (await type.getByRole('option').nth(2).textContent()) ?? ''
  await type.selectOption(name)
  await expect(preview).toContainText('3 files will be changed')
  await expect(preview).toContainText('1 cannot be changed')
  await preview.getByText(/^1 file:/u).click()
  await expect(preview).toContainText(`${ids[3]} plant-3.pdf`)
  await start('Change 3 files').click()
  // A warning, because something is left to do.
  await expect(page.getByRole('alert')).toContainText('3 files changed, 1 could not be changed.')
  await expect(row(ids[0] ?? 0)).toContainText(name)

  await test.step('R20.11 each other change has its fields, and the last one is offered again', async () => {
    await pageBox.click()
    await change.click()
    const what = dialog.getByLabel('What to change')
    await what.selectOption('Rendered date')
    await dialog.getByRole('button', { name: 'Set 04/15' }).click()
    await expect(preview).toContainText(/cannot be changed|files? will be changed/u)
    await what.selectOption('Description')
    await dialog.getByLabel('How').selectOption('Put a text before the description')
    await dialog.getByLabel('Text before the description').fill('Late:')
    await expect(preview).toContainText('4 files will be changed')
    await start('Change 4 files').click()
    await expect(row(ids[0] ?? 0)).toContainText('Late: Rendition')
    await pageBox.click()
    await change.click()
    await expect(what.locator('option:checked')).toHaveText('Description')
    await what.selectOption('Link an agent')
    await expect(dialog.getByLabel('Agent name')).toBeVisible()
    await expect(dialog.getByLabel('Relation Type')).toBeVisible()
    await what.selectOption('Unlink an owner')
    await expect(dialog.getByLabel('Organization')).toBeVisible()
  })
})

test('R20.14 a clerk moves files to the bin; a failed change is sent again as the same run', async ({
  page,
  desk,
  records,
  signIn,
}) => {
  const [first = 0, second = 0, third = 0] = await addMany(records, desk, plain(3))
  const { rows } = documentsScreen(page)
  const { box, move, dialog, start, notice } = selectionParts(page)
  const keys: unknown[] = []
  const refuseFirst = async (route: Route) => {
    keys.push((route.request().postDataJSON() as { key: unknown }).key)
    await (keys.length === 1
      ? route.fulfill({ status: 503, json: { error: 'The portal is busy. Please try again.' } })
      : route.continue())
  }
  await page.route(START_CALL, refuseFirst)
  await signIn(page, desk.clerk)
  await page.goto('/home')
  await expect(rows).toHaveCount(3)
  await box(first).click()
  await box(second).click()
  await move.click()
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await start('Move 2 files').click()
  await expect(dialog.getByRole('alert')).toContainText('The portal is busy.')
  await start('Move 2 files').click()
  await expect(notice('2 files moved to Recycle Bin.')).toBeVisible()
  await expect(rows).toHaveCount(1)
  expect(new Set(keys).size).toBe(1)
  await test.step('R20.53 the list of runs counts one file as one', async () => {
    await box(third).click()
    await move.click()
    await start('Move 1 file').click()
    await expect(notice('1 file moved to Recycle Bin.')).toBeVisible()
    await page.unroute(START_CALL)
    await page.goto('/runs')
    await expect(page.getByRole('cell', { name: '1 of 1 file', exact: true })).toBeVisible()
  })
})

test('R20.16 R20.18 R20.19 R20.60 more than 200 files are changed on the page of the run, and undone from there', async ({
  page,
  desk,
  people,
  records,
  signIn,
  axeClean,
}) => {
  await addMany(records, desk, plain(260))
  const { pageBox, more, setStatus, status, start } = selectionParts(page)
  await signIn(page, people.administrator)
  await openList(page, desk, 50)
  await pageBox.click()
  await more.click()
  await setStatus.click()
  await status('Completed').click()
  await expect(start('Change 260 files')).toBeEnabled()
  // R20.60 It arrives after the preview.
  await addMany(records, desk, plain(1))
  await start('Change 260 files').click()
  await expect(page).toHaveURL(/\/runs\/\d+$/u)
  await expect(page.getByText('Finished: 260 of 260 files processed.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Set the status to Completed')
  const rows = page.getByRole('table', { name: 'Files of the run' }).locator('tbody tr')
  await expect(rows).toHaveCount(50)
  await expect(rows.first()).toContainText('Changed')
  const first = await rows.first().getByRole('rowheader').textContent()

  await test.step('R20.18 Next shows the following files, and a result only those with it', async () => {
    await page.getByRole('button', { name: 'Next' }).click()
    await expect(page).toHaveURL(/after=\d+/u)
    await expect(rows.first().getByRole('rowheader')).not.toHaveText(first ?? '')
    await page.getByLabel('Files', { exact: true }).selectOption('Could not be changed')
    await expect(page.getByText('No files with this result.')).toBeVisible()
    await page.getByLabel('Files', { exact: true }).selectOption('Changed')
    await expect(rows).toHaveCount(50)
  })
  for (const look of LOOKS) {
    await test.step(`R7.165 at ${look.width} pixels, ${look.colorScheme}, nothing is out of place`, async () => {
      await show(page, look)
      expect(await layoutProblems(page)).toEqual([])
      await axeClean(page)
    })
  }
  await test.step('R20.19 Undo asks, and its own run follows', async () => {
    await page.getByRole('button', { name: 'Undo' }).click()
    const question = page.getByRole('alertdialog', { name: /^Undo run/u })
    await expect(question).toContainText(/260 files go back .* You can undo this run until/u)
    await question.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Undo run')
    await expect(page.getByText('Finished: 260 of 260 files processed.')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  })
  await test.step('R20.59 a run that does not exist leads to the list of runs', async () => {
    for (const address of ['/runs/abc', '/runs/999999']) {
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Run not found')
      await expect(page.getByRole('main').getByRole('link', { name: 'Your runs' })).toBeVisible()
    }
  })
  await test.step('R20.59 the account menu leads to the list of runs', async () => {
    await page.getByRole('button', { name: /^Account menu/u }).click()
    await page.getByRole('list', { name: 'Account menu' }).getByRole('link', { name: 'Your runs' }).click()
    await expect(page).toHaveURL('/runs')
  })
})

const RUNNING: Run = {
  number: 12,
  what: 'Set the status to Completed',
  state: 'running',
  startedBy: 'ana@staff.example',
  startedAt: '2026-06-01T12:00:00.000Z',
  endedAt: null,
  total: 1000,
  changed: 250,
  unchanged: 40,
  refused: 10,
  reasons: [{ code: 'document.in_bin', sentence: 'This file is in the recycle bin.', count: 10 }],
  secondsLeft: 150,
  delay: null,
  undoes: null,
  undoneBy: null,
  mayUndo: false,
  mayStop: true,
}

const placesOf = (page: Page) =>
  Promise.all([
    page.getByRole('button', { name: 'Stop' }).boundingBox(),
    page.getByText('Why 10 files could not be changed').boundingBox(),
  ])

test('R20.17 the page of a run shows its progress, is asked for once a second, and stops', async ({
  page,
  people,
  signIn,
}) => {
  let run: Run = RUNNING
  let asked = 0
  await page.route('**/api/runs/12', (route) => {
    asked += 1
    return route.fulfill({ json: run })
  })
  await page.route('**/api/runs/12/documents*', (route) =>
    route.fulfill({ json: { documents: [], next: null } }),
  )
  await page.route('**/api/runs/12/stop', (route) => {
    run = { ...run, state: 'stopped', endedAt: '2026-06-01T12:01:00.000Z', secondsLeft: null, mayStop: false }
    return route.fulfill({ json: run })
  })
  await signIn(page, people.administrator)
  await page.clock.install()
  await page.goto('/runs/12')
  await expect(page.getByText('300 of 1,000 files processed. About 3 minutes left')).toBeVisible()
  await expect(page.getByRole('progressbar', { name: 'Files processed' })).toHaveAttribute('value', '300')
  await page.getByText('Why 10 files could not be changed').click()
  await expect(page.getByText('10 files: This file is in the recycle bin.')).toBeVisible()

  const before = asked
  run = { ...run, changed: 550, secondsLeft: 30 }
  await page.clock.runFor(1100)
  await expect(page.getByText('600 of 1,000 files processed. Less than a minute left')).toBeVisible()
  expect(asked).toBeGreaterThan(before)

  await test.step('R20.65 it says why the run does not advance, and moves nothing', async () => {
    for (const width of [390, 1200]) {
      await page.setViewportSize({ width, height: 800 })
      run = { ...run, delay: null }
      await page.clock.runFor(1100)
      await expect(page.getByText('Less than a minute left')).toBeVisible()
      const before = await placesOf(page)
      run = { ...run, delay: 'It does not advance: changes failed, and the portal tries again.' }
      await page.clock.runFor(1100)
      await expect(page.getByText('It does not advance: changes failed')).toBeVisible()
      expect(await placesOf(page)).toEqual(before)
    }
  })

  await page.getByRole('button', { name: 'Stop' }).click()
  await expect(page.getByText('Stopped: 600 of 1,000 files processed.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Stop' })).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  // The calls that the stop has caused are over once another one is.
  const later = async () => {
    await page.clock.runFor(3000)
    await page.evaluate(async () => (await fetch('/api/runs')).status)
  }
  await later()
  const ended = asked
  await later()
  expect(asked).toBe(ended)
})

test('R20.12 a preview that fails says why, and is asked for again; a search with more hits is said', async ({
  page,
  desk,
  people,
  records,
  signIn,
}) => {
  const [first = 0] = await addMany(records, desk, plain(2))
  const { box, setStatus, status, dialog, preview, start } = selectionParts(page)
  const answer: RunPreview = {
    what: 'Set the status to Completed',
    total: 10_000,
    upTo: 1_010_000,
    isComplete: false,
    changed: 10_000,
    unchanged: 0,
    refused: 0,
    reasons: [],
    notes: [],
  }
  let times = 0
  await page.route(PREVIEW_CALL, (route) => {
    times += 1
    return times === 1
      ? route.fulfill({ status: 400, json: { error: 'No files match this selection.' } })
      : route.fulfill({ json: answer })
  })
  await signIn(page, people.administrator)
  await openList(page, desk, 2)
  await box(first).click()
  await setStatus.click()
  await status('Completed').click()
  await expect(preview.getByRole('alert')).toContainText('No files match this selection.')
  await expect(dialog.getByRole('button', { name: /^Change/u, disabled: true })).toBeVisible()
  await preview.getByRole('button', { name: 'Try again' }).click()
  await expect(preview).toContainText('Only the 10,000 newest are selected.')
  await expect(start('Change 10,000 files')).toBeVisible()
})
