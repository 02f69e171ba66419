import type { Page } from '@playwright/test'
import { expect, test } from './browser/fixtures.ts'

/** The address of a script that the page loads. */
async function builtScript(page: Page): Promise<string> {
  const answer = await page.request.get('/login')
  const [script] = /\/assets\/[\w.-]+\.js/u.exec(await answer.text()) ?? []
  if (script === undefined) throw new Error('The page loads no script.')
  return script
}

test('R3.13 files with a hash in their name are cached for a year, the page is requested each time', async ({
  page,
}) => {
  const answer = await page.request.get('/login')
  expect(answer.headers()['cache-control']).toBe('no-cache')
  const built = await page.request.get(await builtScript(page))
  expect(built.headers()['cache-control']).toBe('public, max-age=31536000, immutable')
})

test('V1.3.2 V3.4.3 V3.4.6 V3.4.8 V3.6.1 V14.2.3 V14.3.3 the page forbids scripts and frames of others, requests nothing from other hosts, and keeps no data', async ({
  page,
  portal,
  desk,
  signIn,
}) => {
  const headers = (await page.request.get('/login')).headers()
  expect(headers['content-security-policy']).toBe(
    [
      `default-src 'self'`,
      `img-src 'self' data:`,
      `connect-src 'self'`,
      `object-src 'none'`,
      `base-uri 'none'`,
      `form-action 'self'`,
      `frame-ancestors 'none'`,
      `report-uri /policy-reports`,
    ].join('; '),
  )
  expect(headers).toMatchObject({
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin',
  })
  const elsewhere: string[] = []
  page.on('request', (request) => {
    if (!/^(?:data|blob):/u.test(request.url()) && new URL(request.url()).origin !== portal.url)
      elsewhere.push(request.url())
  })
  await signIn(page, desk.clerk)
  for (const screen of ['/landing', '/home', '/add', '/owner-details', '/recyclebin']) {
    await page.goto(screen)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  expect(elsewhere).toEqual([])
  const scrolled = 'react-router-scroll-positions'
  // The scroll position of a screen, for Back, and the person who works in the tab until they sign out.
  await expect.poll(() => page.evaluate(keptByBrowser)).toEqual([[], ['of null person', scrolled], ''])
  expect(await page.evaluate(() => sessionStorage.getItem('of null person'))).toBe(
    JSON.stringify(desk.clerk.email),
  )
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/login')
  // A mark that a person has signed out, without naming them, for tabs that were away.
  const mark = 'signed out'
  await expect.poll(() => page.evaluate(keptByBrowser)).toEqual([[mark], [scrolled, mark], ''])
})

test('V3.4.7 a load that the browser blocks is reported, and is in the log', async ({ browser, portal }) => {
  // A separate page, because the page of the test fails when any load is blocked.
  const page = await browser.newPage()
  await page.goto(`${portal.url}/login`)
  await page.evaluate(() => {
    new Image().src = 'https://elsewhere.example/pixel?token=secret'
  })
  await expect.poll(() => portal.printed()).toContain('"blocked":"https://elsewhere.example"')
  expect(portal.printed()).not.toContain('token=secret')
  await page.close()
})

test('V13.4.1 V13.4.3 V13.4.5 V13.4.7 only the page and built files are served', async ({ page }) => {
  for (const path of [
    '/.git/config',
    '/.env',
    '/package.json',
    '/assets/',
    '/assets/../index.html',
    `${await builtScript(page)}.map`,
    '/src/main.tsx',
    '/metrics',
    '/docs',
  ]) {
    expect((await page.request.get(path)).status(), path).toBe(404)
  }
})

function keptByBrowser() {
  return [Object.keys(localStorage), Object.keys(sessionStorage).toSorted(), document.cookie]
}
