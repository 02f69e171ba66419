import { startFakeClamd, VIRUS_MARKER, type FakeClamd } from '@portal/server/src/testing/fake-clamd.ts'
import { expect, test as base } from './browser/fixtures.ts'
import { openPortal, PASSWORD, type Portal } from './browser/portal.ts'
import { BATCH, fillForAll, queueScreen } from './steps/queue.ts'
import { SAMPLE_FILES } from './steps/files.ts'
import { fileOf } from './steps/upload.ts'

const test = base.extend<{ clamd: FakeClamd; scanned: Portal }>({
  clamd: async ({ browserName: _browserName }, use) => {
    const clamd = await startFakeClamd()
    await use(clamd)
    await clamd.stop()
  },
  scanned: async ({ clamd }, use) => {
    const portal = await openPortal({ CLAMD_URL: clamd.url })
    await use(portal)
    await portal.close()
  },
})

test('a batch shows a file that waits for the scanner and one with a virus, and so does its receipt', async ({
  page,
  clamd,
  scanned,
}) => {
  const clerk = await scanned.addUser({ admin: true })
  await page.request.post(`${scanned.url}/api/auth/login`, {
    data: { username: clerk.email, password: PASSWORD },
  })
  const { input, submit, row, table, select, remove, succeeded } = queueScreen(page)
  await page.goto(`${scanned.url}${BATCH}`)
  const infected = Buffer.concat([SAMPLE_FILES.pdf, Buffer.from(`% ${VIRUS_MARKER}\n`)])
  await input.setInputFiles([fileOf('infected.pdf', infected)])
  await fillForAll(page)
  await submit.click()
  await expect(row('infected.pdf')).toContainText('It was not stored and lies in quarantine.')

  await clamd.stop()
  await input.setInputFiles([fileOf('waiting.pdf', Buffer.concat([SAMPLE_FILES.pdf, Buffer.from('% 2\n')]))])
  await select('waiting.pdf').check()
  await fillForAll(page)
  await submit.click()
  await expect(row('waiting.pdf')).toContainText(/Stored as file \d+, being checked for viruses/u)
  await expect(table).toContainText('quarantine')

  await remove('infected.pdf').click()
  await expect(succeeded).toBeVisible()
  const filing = page.getByRole('region', { name: 'Filing receipt' })
  await filing.getByRole('link', { name: /^Open receipt/u }).click()
  const files = page.getByRole('table', { name: 'Received files' })
  await expect(files).toContainText('This file is still being checked.')
  await expect(files).not.toContainText('infected.pdf')
})
