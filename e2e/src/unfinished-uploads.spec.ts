import { createHash } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { TUS_VERSION } from '@portal/contract/files/resumable.ts'
import { expect, test } from './browser/fixtures.ts'
import { SAMPLE_FILES } from './steps/files.ts'
import { setWidth } from './steps/frame.ts'
import { BATCH, fillForAll, largeFile, queueScreen } from './steps/queue.ts'
import { expectSoundLooks } from './steps/two-looks.ts'
import type { NamedFile } from './steps/upload.ts'

const SIZE = 300_000
const PLANT = largeFile('gas-plant.pdf', SIZE)
const WELLS = largeFile('wells.pdf', SIZE)

/** Sends the first third of a file, like a batch whose tab is closed then, or a program that stops. */
async function sendThird(page: Page, { name, buffer }: NamedFile, isHashed = true): Promise<void> {
  const said = {
    filename: name,
    attachmentCategoryID: '1',
    attachmentTypeID: '1',
    description: 'Rendition of the gas plant',
    ...(isHashed && { sha256: createHash('sha256').update(buffer).digest('hex') }),
  }
  const metadata = Object.entries(said).map(([key, text]) => `${key} ${Buffer.from(text).toString('base64')}`)
  const answer = await page.request.post('/api/files/resumable', {
    headers: {
      'tus-resumable': TUS_VERSION,
      'upload-length': String(buffer.length),
      'upload-metadata': metadata.join(','),
      'content-type': 'application/offset+octet-stream',
    },
    data: buffer.subarray(0, buffer.length / 3),
  })
  expect(answer.status(), await answer.text()).toBe(201)
}

function unfinishedScreen(page: Page) {
  const rows = page.getByRole('table', { name: 'Unfinished uploads' }).locator('tbody').getByRole('row')
  return {
    rows,
    row: (name: string) => rows.filter({ hasText: name }),
    choose: (name: string) => page.getByRole('button', { name: `Choose the file again: ${name}` }),
    discard: (name: string) => page.getByRole('button', { name: `Discard ${name}` }),
    empty: page.getByText('You have no unfinished uploads.'),
  }
}

/** Answers the browser's file dialog. */
async function give(page: Page, name: string, file: NamedFile): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    unfinishedScreen(page).choose(name).click(),
  ])
  await chooser.setFiles(file)
}

const places = (of: Locator) =>
  of.evaluateAll((all) => all.map((each) => JSON.stringify(each.getBoundingClientRect())))

test('R7.60 the tab of the screen is marked however its address is written', async ({
  page,
  desk,
  signIn,
}) => {
  await signIn(page, desk.clerk)
  const current = page.getByRole('navigation', { name: 'Uploads' }).locator('[aria-current=page]')
  for (const [address, label] of [
    ['/ADD', 'Upload files'],
    ['/%61dd/?batch', 'Upload files'],
    ['/add/Unfinished/', 'Unfinished uploads'],
  ] as const) {
    await page.goto(address)
    await expect(current).toContainText(label)
  }
})

test('R7.84 the start page and the tab say how many uploads are unfinished, and nothing moves', async ({
  page,
  desk,
  signIn,
}) => {
  const line = page.getByRole('main').getByRole('link', { name: '2 uploads are not finished' })
  const tabs = page.getByRole('navigation', { name: 'Uploads' }).getByRole('link')
  const links = page.getByRole('main').getByRole('link')
  await signIn(page, desk.clerk)
  await page.goto('/landing')
  await page.settled()
  await expect(page.getByText('not finished')).toHaveCount(0)
  const before = await places(links)
  for (const file of [PLANT, WELLS]) await sendThird(page, file)
  await page.reload()
  await expect(line).toBeVisible()
  await page.settled()
  expect(await places(links.filter({ hasNotText: 'not finished' }))).toEqual(before)
  await line.click()
  await expect(unfinishedScreen(page).rows).toHaveCount(2)

  const asked = Promise.withResolvers<void>()
  await page.route('**/api/files/resumable', async (route) => {
    await asked.promise
    await route.continue()
  })
  await page.goto('/add')
  await expect(tabs).toHaveCount(2)
  await page.settled({ only: 'paint' })
  const empty = await places(tabs)
  asked.resolve()
  await expect(tabs.last()).toHaveText('Unfinished uploads (2)')
  expect(await places(tabs)).toEqual(empty)
})

test('R7.60 senders see their unfinished uploads, and only their own, and continue or discard them', async ({
  page,
  desk,
  records,
  signIn,
  axeClean,
}) => {
  const { rows, row, choose, discard, empty } = unfinishedScreen(page)
  const other = await records.addUser({ county: desk.county })
  await signIn(page, desk.clerk)
  for (const file of [PLANT, WELLS]) await sendThird(page, file)
  await sendThird(page, { ...WELLS, name: 'program.pdf' }, false)

  await page.goto('/add')
  await page.getByRole('link', { name: 'Unfinished uploads' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Unfinished uploads')
  await expect(rows).toHaveCount(3)
  await expect(row('gas-plant.pdf')).toContainText(desk.county.Name)
  await expect(row('gas-plant.pdf')).toContainText('98 KB of 293 KB (33%)')
  await expect(row('gas-plant.pdf')).toContainText(
    /\d+\/\d+\/\d+ \d+:\d\d [AP]M.*\d+\/\d+\/\d+ \d+:\d\d [AP]M/u,
  )
  await expectSoundLooks(page, axeClean)

  await test.step('another file does not become the other half', async () => {
    await give(page, 'gas-plant.pdf', { ...PLANT, name: 'other.pdf' })
    await expect(row('gas-plant.pdf')).toContainText(
      'Choose gas-plant.pdf, 293 KB. other.pdf is another file.',
    )
    const changed = Buffer.concat([SAMPLE_FILES.pdf, Buffer.alloc(SIZE - SAMPLE_FILES.pdf.length, 'y')])
    await give(page, 'gas-plant.pdf', { ...PLANT, buffer: changed })
    await expect(row('gas-plant.pdf')).toContainText(
      'gas-plant.pdf has changed since its upload began. Discard it and upload the file anew.',
    )
  })
  await test.step('an upload that cannot be checked is not continued by hand', async () => {
    await expect(choose('program.pdf')).toHaveCount(0)
    await expect(row('program.pdf')).toContainText('Only the program that began it can go on.')
  })
  await test.step('the file itself continues where it broke off', async () => {
    const offsets: (string | undefined)[] = []
    page.on('request', (request) => {
      if (request.method() === 'PATCH') offsets.push(request.headers()['upload-offset'])
    })
    await give(page, 'gas-plant.pdf', PLANT)
    await expect(page.getByText(/^gas-plant\.pdf is stored as file \d+\.$/u)).toBeVisible()
    await expect(rows).toHaveCount(2)
    expect(offsets).toEqual(['100000'])
  })
  await test.step('one is discarded after a question, without a mouse', async () => {
    await discard('wells.pdf').focus()
    await page.keyboard.press('Enter')
    const question = page.getByRole('alertdialog', { name: 'Discard this upload?' })
    await expect(question).toContainText('wells.pdf')
    await question.getByRole('button', { name: 'Keep upload' }).click()
    await expect(rows).toHaveCount(2)
    await discard('wells.pdf').click()
    await question.getByRole('button', { name: 'Discard upload' }).click()
    await expect(rows).toHaveCount(1)
    await expect(row('program.pdf')).toBeVisible()
  })

  await signIn(page, other)
  await page.goto('/add/unfinished')
  await expect(empty).toBeVisible()
})

test('R7.79 unfinished uploads on paper have no buttons', async ({ page, desk, signIn }) => {
  const { rows, choose, discard } = unfinishedScreen(page)
  await signIn(page, desk.clerk)
  await sendThird(page, PLANT)
  await page.goto('/add/unfinished')
  await expect(rows).toHaveCount(1)
  await setWidth(page, 720)
  await page.emulateMedia({ media: 'print' })
  await expect(rows).toContainText('98 KB of 293 KB')
  for (const gone of [choose(PLANT.name), discard(PLANT.name), page.getByText('To do', { exact: true })]) {
    await expect(gone).toBeHidden()
  }
})

for (const width of [1024, 1280, 1440]) {
  test(`R7.76 at ${width} pixels the received part and the actions are one line, and a refusal moves neither`, async ({
    page,
    desk,
    signIn,
  }) => {
    const { row, choose, discard } = unfinishedScreen(page)
    const large = largeFile('gas-plant-near-pecos-with-its-asset-list.pdf', 3_000_000)
    await setWidth(page, width)
    await signIn(page, desk.clerk)
    await sendThird(page, large)
    await page.goto('/add/unfinished')
    const received = row(large.name).getByText('977 KB of 2.9 MB (33%)')
    const lines = await received.evaluate((element) => {
      const range = document.createRange()
      range.selectNodeContents(element)
      return new Set([...range.getClientRects()].map(({ top }) => top)).size
    })
    expect(lines).toBe(1)
    const places = async () => {
      const [again, away] = [await choose(large.name).boundingBox(), await discard(large.name).boundingBox()]
      return { again: { x: again?.x, y: again?.y }, away: { x: away?.x, y: away?.y } }
    }
    const before = await places()
    expect(before.away.y).toBe(before.again.y)
    expect((await row(large.name).boundingBox())?.height).toBeLessThan(50)
    await give(page, large.name, { ...large, name: 'other.pdf' })
    await expect(row(large.name)).toContainText('other.pdf is another file.')
    expect(await places()).toEqual(before)
  })
}

test('R7.61 R7.84 a file that is removed from a batch leaves none of its bytes at the server, and is not counted', async ({
  page,
  desk,
  signIn,
}) => {
  const { input, submit, pause, remove, rows } = queueScreen(page)
  const unfinished = async () => {
    const answer = await page.request.get('/api/files/resumable')
    return ((await answer.json()) as { uploads: unknown[] }).uploads.length
  }
  await signIn(page, desk.clerk)
  await page.goto(BATCH)
  await page.route('**/api/files/resumable/*', (route) =>
    route.request().method() === 'PATCH' ? route.abort() : route.continue(),
  )
  await input.setInputFiles([largeFile('large.pdf', 3_000_000)])
  await fillForAll(page)
  await submit.click()
  await expect.poll(unfinished).toBe(1)
  await pause.click()
  await page.getByRole('link', { name: 'Owner Detail' }).click()
  await page.getByRole('link', { name: 'Add New' }).click()
  const tab = page.getByRole('link', { name: /^Unfinished uploads/u })
  await expect(tab).toHaveText('Unfinished uploads (1)')
  await remove('large.pdf').click()
  await expect(rows).toHaveCount(0)
  await expect.poll(unfinished).toBe(0)
  await expect(tab).toHaveText('Unfinished uploads')
})

test('R7.21 after a discard by keyboard the focus goes to the next row, and to the list if none is left', async ({
  page,
  desk,
  signIn,
}) => {
  const { rows, choose, discard, empty } = unfinishedScreen(page)
  await signIn(page, desk.clerk)
  for (const file of [PLANT, WELLS]) await sendThird(page, file)
  await page.goto('/add/unfinished')
  await expect(rows).toHaveCount(2)
  const first = (await rows.first().getByRole('rowheader').innerText()).trim()
  const second = first === PLANT.name ? WELLS.name : PLANT.name
  const byKeyboard = async (name: string) => {
    await discard(name).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Discard upload' })).toBeFocused()
    await page.keyboard.press('Enter')
  }
  await byKeyboard(first)
  await expect(rows).toHaveCount(1)
  await expect(choose(second)).toBeFocused()
  await byKeyboard(second)
  await expect(empty).toBeVisible()
  await expect(page.getByRole('region', { name: 'Your unfinished uploads' })).toBeFocused()
})

test('R7.93 the focus stays in the row of an unfinished upload when its file is selected again, and when it pauses', async ({
  page,
  desk,
  signIn,
}) => {
  const { rows, choose, empty } = unfinishedScreen(page)
  await signIn(page, desk.clerk)
  await sendThird(page, PLANT)
  await page.goto('/add/unfinished')
  await expect(rows).toHaveCount(1)
  const held = Promise.withResolvers<void>()
  await page.route('**/api/files/resumable/*', async (route) => {
    if (route.request().method() === 'PATCH') await held.promise
    await route.continue().catch(() => {})
  })
  await give(page, PLANT.name, PLANT)
  const pause = page.getByRole('button', { name: `Pause ${PLANT.name}` })
  await expect(pause).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(choose(PLANT.name)).toBeFocused()
  held.resolve()
  await give(page, PLANT.name, PLANT)
  await expect(empty).toBeVisible()
  await expect(page.getByRole('region', { name: 'Your unfinished uploads' })).toBeFocused()
})
