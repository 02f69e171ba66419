import { WELCOME_SPLASH_MS } from '@portal/contract/limits.ts'
import { expect, test as base } from './browser/fixtures.ts'
import { openPortal } from './browser/portal.ts'
import { withoutTimer } from './steps/by-itself.ts'
import { documentsScreen } from './steps/documents.ts'
import { type Line, openLine } from './steps/line.ts'
import { loginScreen } from './steps/login.ts'

type OwnPortal = { readonly url: string; readonly line: Line }

/** A second portal on the same database, with its own settings, behind a line that can be cut. */
const test = base.extend<object, { ownPortal: OwnPortal }>({
  ownPortal: [
    async ({ portal: first, records }, use) => {
      const line = await openLine(records.address)
      const portal = await openPortal({
        DATABASE_URL: line.url,
        // Servers on one database share the document store.
        DATA_DIR: first.dataDir,
        RATE_LIMIT: 'on',
        COMPANY_NAME: 'Ledger & Sons',
        COMPANY_TAGLINE: 'Since we can count',
        COMPANY_LOGO: '/assets/our-own.svg',
        COMPANY_URL: 'https://ledger.example/',
        FOOTER_YEAR: '2031',
        TIME_ZONE: 'Asia/Tokyo',
      })
      await use({ url: portal.url, line })
      await portal.close()
      await line.close()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})

// One worker, so that the portal starts once.
test.describe.configure({ mode: 'default' })

test.use({ baseURL: async ({ ownPortal }, use) => use(ownPortal.url) })

test('R1.3 the firm is that of the settings, and so is its zone', async ({ page, desk, records }) => {
  const login = loginScreen(page)
  const uploadedAt = new Date('2026-01-05T20:07:00Z')
  await withoutTimer(page, WELCOME_SPLASH_MS)
  await records.addDocuments([{ county: desk.county, uploadedBy: desk.clerk, uploadedAt }])
  await page.route('**/our-own.svg', (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' }),
  )
  await page.goto('/login')
  await expect(page).toHaveTitle('Login · Ledger & Sons')
  await login.enter(desk.clerk)
  await expect(page.getByRole('main').getByText('Since we can count')).toBeVisible()
  await expect(page.getByRole('img', { name: 'Ledger & Sons logo' })).toHaveAttribute(
    'src',
    '/assets/our-own.svg',
  )
  await page.getByRole('link', { name: 'Go to the start page now' }).click()
  const footer = page.getByRole('contentinfo')
  await expect(footer).toHaveText('Ledger & Sons2031')
  await expect(footer.getByRole('link')).toHaveAttribute('href', 'https://ledger.example/')
  await page.goto('/home')
  await expect(documentsScreen(page).column('Date')).toHaveText(['1/6/26 05:07'])
})

test('R2.35 after ten wrong passwords the portal says to wait, for the right one too', async ({
  page,
  desk,
}) => {
  const login = loginScreen(page)
  const data = { username: desk.clerk.email, password: 'not the password' }
  for (let tried = 0; tried < 10; tried += 1) {
    const answer = await page.request.post('/api/auth/login', { data })
    expect(answer.status()).toBe(401)
  }
  await page.goto('/login')
  await login.enter(desk.clerk)
  await expect(login.failure).toContainText('Too many attempts. Please wait a while and try again.')
  await expect(login.failure).toContainText(/You can try again in 1[45] minutes\./u)
})

test('C01 V16.5.2 while the database is unreachable no one is signed out, and the screens recover with it', async ({
  page,
  desk,
  records,
  ownPortal: { line },
}) => {
  const { rows, filters, failed } = documentsScreen(page)
  await records.addDocuments([{ county: desk.county, uploadedBy: desk.clerk }])
  await page.goto('/login')
  await loginScreen(page).enter(desk.clerk)
  await expect(page).toHaveURL('/welcome')
  await page.goto('/home')
  await expect(rows).toHaveCount(1)

  await line.cut()
  await filters.refresh.click()
  await expect(failed).toContainText('This list could not be loaded.')
  await expect(rows).toHaveCount(1)
  await page.reload()
  await expect(page).toHaveURL('/login')

  await line.mend()
  await expect.poll(async () => (await page.request.get('/api/auth/session')).status()).toBe(200)
  await page.reload()
  await expect(page).toHaveURL('/welcome')
  await page.getByRole('link', { name: 'Continue where you were' }).click()
  await expect(rows).toHaveCount(1)
})
