import { WELCOME_SPLASH_MS } from '@portal/contract/limits.ts'
import type { Page } from '@playwright/test'
import { expect, test } from './browser/fixtures.ts'
import { withoutTimer } from './steps/by-itself.ts'
import { documentsScreen } from './steps/documents.ts'
import { frame } from './steps/frame.ts'
import { loginScreen } from './steps/login.ts'
import { uploadScreen } from './steps/upload.ts'

const ENDED = 'Your session ended. Please sign in again.'

const endedNotice = (page: Page) => page.getByRole('status').filter({ hasText: ENDED })
const wayBack = (page: Page) => page.getByRole('link', { name: 'Continue where you were' })
const changedNotice = (page: Page) => page.getByRole('alert').filter({ hasText: 'Another person' })

/** Sends the event of a window that comes to the front. */
const comeToFront = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('focus')))

/** Counts how often this page asks who is signed in. */
function countQuestions(page: Page): { asked: number } {
  const count = { asked: 0 }
  page.on('request', (request) => {
    if (request.url().endsWith('/api/auth/session')) count.asked += 1
  })
  return count
}

test('an expired session says so at the sign-in, leads back to its screen, and leads no one else there', async ({
  page,
  desk,
  people,
  endSessions,
  signIn,
  axeClean,
}) => {
  await test.step('R2.50 R2.51 says so at the sign-in, and leads back to its screen', async () => {
    await withoutTimer(page, WELCOME_SPLASH_MS)
    await signIn(page, desk.clerk)
    await page.goto('/home?category=1')
    await expect(documentsScreen(page).empty).toBeVisible()
    await endSessions(desk.clerk)
    await documentsScreen(page).filters.refresh.click()
    await expect(page).toHaveURL('/login')
    await expect(endedNotice(page)).toBeVisible()
    await axeClean(page)

    await loginScreen(page).enter(desk.clerk)
    await expect(page).toHaveURL('/welcome')
    await expect(wayBack(page)).toHaveAttribute('href', '/home?category=1')
    await page.getByRole('link', { name: 'Go to the start page now' }).click()
    await expect(page).toHaveURL('/landing')
    await axeClean(page)
    await wayBack(page).click()
    await expect(page).toHaveURL('/home?category=1')
    await frame(page).logo.click()
    await expect(page.getByRole('link', { name: 'Manage Documents' })).toBeVisible()
    await expect(wayBack(page)).toHaveCount(0)
  })
  await test.step('R2.50 is noticed when the window comes to the front', async () => {
    await page.goto('/add')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await endSessions(desk.clerk)
    await comeToFront(page)
    await expect(page).toHaveURL('/login')
    await expect(endedNotice(page)).toBeVisible()
  })
  await test.step('R2.51 leads no one else to its screen', async () => {
    await signIn(page, desk.clerk)
    await page.goto('/home?category=1')
    await expect(documentsScreen(page).empty).toBeVisible()
    await endSessions(desk.clerk)
    await documentsScreen(page).filters.refresh.click()
    await expect(endedNotice(page)).toBeVisible()
    await loginScreen(page).enter(people.countyUser)
    await page.getByRole('link', { name: 'Go to the start page now' }).click()
    await expect(page.getByRole('link', { name: 'Manage Documents' })).toBeVisible()
    await expect(wayBack(page)).toHaveCount(0)
  })
})

test('R2.51 an expired session: the splash still gives way to /landing after 5 seconds, with the way back on it', async ({
  page,
  desk,
  endSessions,
  signIn,
  clock,
}) => {
  await signIn(page, desk.clerk)
  await page.goto('/recyclebin')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await endSessions(desk.clerk)
  await page.reload()
  await expect(endedNotice(page)).toBeVisible()
  await signIn(page, desk.clerk)
  await clock.stop()
  await page.goto('/login')
  await clock.until(wayBack(page))
  await expect(page).toHaveURL('/welcome')
  await clock.advance(5000)
  await expect(page).toHaveURL('/landing')
  await expect(wayBack(page)).toHaveAttribute('href', '/recyclebin')
})

test('an address that was opened signed out is offered after the sign-in; a session that cannot be fetched is only logged', async ({
  page,
  desk,
}) => {
  await test.step('R2.51 an address that was opened signed out is offered after the sign-in, and no session has ended', async () => {
    await page.goto('/owner-details?year=2024')
    await expect(page).toHaveURL('/login')
    await expect(page.getByText(ENDED)).toHaveCount(0)
    await loginScreen(page).enter(desk.clerk)
    await expect(page).toHaveURL('/welcome')
    await wayBack(page).click()
    await expect(page).toHaveURL('/owner-details?year=2024')
  })
  await test.step('S8.38 R2.55 a session that cannot be fetched is only logged: the sign-in stays valid, and works', async () => {
    const logged: string[] = []
    page.on('console', (message) => logged.push(message.text()))

    await page.route('**/api/auth/session', (route) =>
      route.fulfill({ status: 500, json: { error: 'Something went wrong on our side.' } }),
    )
    await page.goto('/home?category=1')
    await expect(page).toHaveURL('/login')
    await expect(loginScreen(page).username).toBeVisible()
    await expect(page.getByText('does not answer')).toHaveCount(0)
    await expect(page.getByText(ENDED)).toHaveCount(0)
    await expect.poll(() => logged.join('\n')).toContain('Could not load session')
    await page.unroute('**/api/auth/session')
    await page.reload()
    await expect(page).toHaveURL('/welcome')
    await expect(wayBack(page)).toHaveAttribute('href', '/home?category=1')
  })
})

test('a sign-out, here or in another tab, leaves no way back and none of the person’s data in the storage of the tab', async ({
  page,
  desk,
  signIn,
  people,
}) => {
  await test.step('R2.52 a sign-out leaves none of the person’s data in the storage of the tab', async () => {
    const kept = () => page.evaluate(() => JSON.stringify(sessionStorage))
    await signIn(page, desk.clerk)
    await page.goto('/home?category=1')
    await expect(documentsScreen(page).empty).toBeVisible()
    await expect.poll(kept).toContain('category=1')
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(loginScreen(page).username).toBeVisible()
    await expect.poll(kept).not.toContain('category=1')
    await expect.poll(kept).not.toContain(desk.clerk.email)
  })
  await test.step('R2.52 that signs out signs this one out too, without a way back', async () => {
    await signIn(page, desk.clerk)
    await page.goto('/home?category=1')
    const other = await page.context().newPage()
    await other.goto('/landing')
    await other.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/login')
    await loginScreen(page).enter(desk.clerk)
    await expect(page).toHaveURL('/welcome')
    await expect(wayBack(page)).toHaveCount(0)

    await other.close()
  })
  await test.step('R2.52 a sign-out leaves no way back, not by the button Back either', async () => {
    await page.goto('/home?category=1')
    await page.getByRole('link', { name: 'Add New' }).click()
    // Without this the previous screen may still be the last entry: the sign-in replaces it, and Back leaves the
    // portal.
    await expect(page).toHaveURL('/add')
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/login')
    await page.goBack()
    await expect(page).toHaveURL('/login')
    await expect(page.getByText(ENDED)).toHaveCount(0)
    await loginScreen(page).enter(people.countyUser)
    await expect(page).toHaveURL('/welcome')
    await expect(wayBack(page)).toHaveCount(0)
  })
})

/** Another tab, at the sign-in since before anyone signed in. */
async function tabAtSignIn(page: Page): Promise<Page> {
  const other = await page.context().newPage()
  await other.goto('/login')
  await expect(loginScreen(other).username).toBeVisible()
  return other
}

test.describe('another tab of the browser', () => {
  test('V14.3.1 that signs out is noticed by one that was away: it loses earlier input, and keeps later input', async ({
    page,
    desk,
    signIn,
  }) => {
    const kept = () => page.evaluate(() => JSON.stringify(sessionStorage))
    const { description } = uploadScreen(page)
    await page.context().route('https://elsewhere.example/', (route) => route.fulfill({ body: 'Elsewhere' }))
    await signIn(page, desk.clerk)
    await page.goto('/add')
    await description.fill('Half a thought')
    await expect.poll(kept).toContain('Half a thought')
    const address = page.url()
    await page.goto('https://elsewhere.example/')
    const other = await page.context().newPage()
    await other.goto('/landing')
    await other.getByRole('button', { name: 'Logout' }).click()
    await expect(other).toHaveURL('/login')

    await page.goto(address)
    await expect(loginScreen(page).username).toBeVisible()
    await expect.poll(kept).not.toContain('Half a thought')
    await expect.poll(kept).not.toContain(desk.clerk.email)

    // By now it has received that sign-out.
    await loginScreen(page).enter(desk.clerk)
    await expect(page).toHaveURL('/welcome')
    await page.goto('/add')
    await description.fill('A second thought')
    await expect.poll(kept).toContain('A second thought')
    await page.reload()
    await expect(page.getByRole('main')).toContainText('A second thought')
  })

  test('R2.54 signs in another person: this tab names them and shows nothing of the first person', async ({
    page,
    desk,
    people,
    records,
    signIn,
    axeClean,
  }) => {
    const other = await tabAtSignIn(page)
    const county = await records.addCounty()
    const next = await records.addUser({ county })
    await records.addDocuments([{ county: desk.county, uploadedBy: desk.clerk, description: 'Only ours' }])
    await signIn(page, people.administrator)
    await page.goto(`/home?county=${desk.county.CountyID}`)
    await expect(page.getByText('Only ours')).toBeVisible()
    const listed: string[] = []
    page.on('request', (request) => listed.push(new URL(request.url()).search))

    await loginScreen(other).enter(next)
    await expect(changedNotice(page)).toContainText(
      `This tab is now signed in as ${next.email} (${county.Name}).`,
    )
    await expect(frame(page).accountMenu).toContainText(next.email)
    await expect(page).toHaveURL('/home')
    await expect(documentsScreen(page).empty).toBeVisible()
    await expect(page.getByText('Only ours')).toHaveCount(0)
    expect(listed.filter((query) => query.includes('county'))).toEqual([])
    await axeClean(page)
    await changedNotice(page).getByRole('button', { name: 'Dismiss' }).click()
    await expect(changedNotice(page)).toHaveCount(0)
  })
})

test.describe('a window that comes to the front', () => {
  test('a window that comes to the front asks once who is signed in, and makes no call of the screen as the person who signed in meanwhile', async ({
    page,
    desk,
    signIn,
    records,
    people,
  }) => {
    await test.step('R2.53 asks once who is signed in, and changes nothing while it is the same person', async () => {
      await signIn(page, desk.clerk)
      await page.goto('/home?category=1')
      await expect(documentsScreen(page).empty).toBeVisible()
      const questions = countQuestions(page)
      const answered = page.waitForResponse('**/api/auth/session')
      await page.evaluate(() => {
        document.dispatchEvent(new Event('visibilitychange'))
        window.dispatchEvent(new Event('focus'))
      })
      await answered
      await documentsScreen(page).filters.refresh.click()
      await expect(documentsScreen(page).empty).toBeVisible()
      expect(questions.asked).toBe(1)
      await expect(page).toHaveURL('/home?category=1')
      await expect(changedNotice(page)).toHaveCount(0)
    })
    await test.step('R2.55 stays as it is while it is unknown who is signed in', async () => {
      const logged: string[] = []
      page.on('console', (message) => logged.push(message.text()))

      await page.goto('/home')
      await expect(documentsScreen(page).empty).toBeVisible()
      await page.route('**/api/auth/session', (route) => route.fulfill({ status: 500, body: '' }))
      await comeToFront(page)
      await expect.poll(() => logged.join('\n')).toContain('Could not load session')
      await documentsScreen(page).filters.refresh.click()
      await expect(documentsScreen(page).empty).toBeVisible()
      await expect(frame(page).accountMenu).toContainText(desk.clerk.email)

      await page.unroute('**/api/auth/session')
    })
    await test.step('R2.53 R2.54 sends no call of the screen as the person who signed in meanwhile', async () => {
      const [ours = 0] = await records.addDocuments([
        { county: desk.county, uploadedBy: desk.clerk, description: 'Only ours' },
      ])
      const { deleteButton, question, empty } = documentsScreen(page)

      await page.goto('/home')
      await deleteButton(ours).click()
      await expect(question).toBeVisible()
      const changes: string[] = []
      page.on('request', (request) => {
        if (request.method() === 'DELETE') changes.push(request.url())
      })
      await signIn(page, people.administrator)
      // The click that brings the window to the front is on Yes.
      await page.evaluate(() => {
        window.dispatchEvent(new Event('focus'))
        const buttons = [...document.querySelectorAll<HTMLButtonElement>('[role=alertdialog] button')]
        buttons.find(({ textContent }) => textContent === 'Yes')?.click()
      })
      await expect(changedNotice(page)).toContainText(`${people.administrator.email} (administrator)`)
      await expect(question).toHaveCount(0)
      await expect(empty.or(documentsScreen(page).rows.first())).toBeVisible()
      expect(changes).toEqual([])
    })
  })

  test('R2.53 continues after ten seconds if the question gets no response', async ({
    page,
    desk,
    records,
    signIn,
    clock,
  }) => {
    await signIn(page, desk.clerk)
    await page.goto('/home')
    const { empty, filters, rows } = documentsScreen(page)
    await expect(empty).toBeVisible()
    await records.addDocuments([
      { county: desk.county, uploadedBy: desk.clerk, description: 'Came meanwhile' },
    ])
    await clock.stop()
    await page.route('**/api/auth/session', () => {})
    const asked = page.waitForRequest('**/api/auth/session')
    await comeToFront(page)
    await asked
    await filters.refresh.click()
    await clock.advance(9000)
    await expect(rows).toHaveCount(0)
    await clock.advance(1000)
    await clock.until(page.getByText('Came meanwhile'))
    await expect(frame(page).accountMenu).toContainText(desk.clerk.email)
  })
})
