import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from './browser/fixtures.ts'
import { SAMPLE_FILES } from './steps/files.ts'
import { fillFields, UPLOAD_CALL, uploadScreen } from './steps/upload.ts'

const FIFTY_MB = 52_428_800

const sized = test.extend<{ fileOfSize: (name: string, size: number) => Promise<string> }>({
  fileOfSize: async ({ page: _page }, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'portal-e2e-size-'))
    await use(async (name, size) => {
      const path = join(folder, name)
      const file = await open(path, 'w')
      await file.write(SAMPLE_FILES.pdf)
      await file.truncate(size)
      await file.close()
      return path
    })
    await rm(folder, { recursive: true })
  },
})

sized(
  'S5.25 S5.28 S9.2 A13 a file of exactly 50 MB is uploaded; one byte more is refused at once',
  async ({ page, desk, signIn, fileOfSize }) => {
    const { input, files, problem, submit, receipt } = uploadScreen(page)
    await signIn(page, desk.clerk)
    await page.goto('/add')
    await fillFields(page)
    await input.setInputFiles([
      await fileOfSize('over.pdf', FIFTY_MB + 1),
      await fileOfSize('exact.pdf', FIFTY_MB),
    ])
    await expect(problem).toHaveText('over.pdf exceeds the limit.Please upload a file less than 50MB')
    await expect(files).toHaveCount(1)
    const stored = page.waitForResponse(UPLOAD_CALL)
    await submit.click()
    await stored
    await expect(receipt).toContainText('exact.pdf')
    const fileId = await receipt.getByRole('rowheader').textContent()
    const answer = await page.request.head(`/api/files/uploads/${fileId}/download`)
    expect(answer.headers()['content-length']).toBe(String(FIFTY_MB))
  },
)
