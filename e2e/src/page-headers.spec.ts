import { expect, test } from './browser/fixtures.ts'

test('files with a hash in their name are kept for a year, the page is asked for anew', async ({ page }) => {
  const answer = await page.request.get('/login')
  expect(answer.headers()['cache-control']).toBe('no-cache')
  const [script = ''] = /\/assets\/[\w.-]+\.js/u.exec(await answer.text()) ?? []
  expect(script).not.toBe('')
  const built = await page.request.get(script)
  expect(built.headers()['cache-control']).toBe('public, max-age=31536000, immutable')
})
