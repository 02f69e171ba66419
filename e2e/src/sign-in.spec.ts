import { expect, test } from './browser/fixtures.ts'
import { PASSWORD } from './browser/portal.ts'
import { setWidth } from './steps/frame.ts'
import { loginScreen } from './steps/login.ts'

const NOBODY = { email: 'nobody@reeves.example' }

test('R7.52 V6.2.6 V6.2.7 the sign-in screen has its fields, its button and its links, sits near the middle, and shows the password on demand', async ({
  page,
}) => {
  await test.step('nothing moves when the other ways to sign in appear below the form', async () => {
    const { submit } = loginScreen(page)
    const held = Promise.withResolvers<void>()
    await page.route('**/other-ways-*.js', async (route) => {
      await held.promise
      await route.continue()
    })
    await page.goto('/login')
    const clicked = [submit, page.getByRole('link', { name: 'Forgot password?' })]
    await expect(submit).toBeVisible()
    await page.settled({ only: 'paint' })
    const before = await Promise.all(clicked.map((part) => part.boundingBox()))
    held.resolve()
    await expect(page.getByRole('button', { name: 'Sign in with a passkey' })).toBeVisible()
    expect(await Promise.all(clicked.map((part) => part.boundingBox()))).toEqual(before)
  })
  await test.step('S2.13 S2.14 S2.15 the sign-in screen has its fields, its button and its links, and names itself', async () => {
    const { username, password, submit } = loginScreen(page)
    await expect(page).toHaveTitle('Login · County Document Portal')
    await expect(username).not.toHaveAttribute('type', 'password')
    await expect(username).toHaveAttribute('autocomplete', 'username webauthn')
    await expect(password).toHaveAttribute('autocomplete', 'current-password')
    await expect(submit).toHaveText('Login')
    await expect(page.getByText(/^Need help\? Contact the helpdesk/u)).toBeVisible()
    for (const path of ['/forgot-password', '/register']) {
      await expect(page.locator(`a[href="${path}"]`)).toHaveCount(1)
    }
    await expect(page.getByRole('contentinfo')).toHaveCount(0)
    await expect(page.getByRole('navigation')).toHaveCount(0)
  })
  await test.step('the whole sign-in sits near the middle of every window', async () => {
    const ways = page.getByRole('button', { name: 'Sign in with a passkey' })
    await expect(ways).toBeVisible()
    for (const [width, height] of [
      [768, 1024],
      [1280, 600],
      [1280, 800],
      [1920, 1080],
    ] as const) {
      await setWidth(page, width, height)
      const [top, bottom] = await Promise.all(
        [page.getByRole('heading', { level: 1 }), ways].map((part) => part.boundingBox()),
      )
      const middle = ((top?.y ?? 0) + (bottom?.y ?? 0) + (bottom?.height ?? 0)) / 2
      expect(middle / height, `${width} × ${height} px`).toBeGreaterThan(0.38)
      expect(middle / height, `${width} × ${height} px`).toBeLessThan(0.5)
    }
  })
  await test.step('S2.13 the password is hidden until the person shows it, and the typed text stays', async () => {
    const { password } = loginScreen(page)
    await password.fill('visible?')
    await expect(password).toHaveAttribute('type', 'password')
    await page.getByRole('button', { name: 'Show password' }).click()
    await expect(password).toHaveAttribute('type', 'text')
    await expect(password).toHaveValue('visible?')
    await page.getByRole('button', { name: 'Hide password' }).click()
    await expect(password).toHaveAttribute('type', 'password')
  })
})

/** Responses of the server to a sign-in, with the message for each. */
const ANSWERS = [
  {
    when: 'it sends a sentence of its own',
    answer: { status: 403, json: { error: 'Please confirm your e-mail address before signing in.' } },
    text: 'Please confirm your e-mail address before signing in.',
  },
  {
    when: 'it sends no sentence',
    answer: { status: 500, body: '' },
    text: 'Invalid username or password',
  },
  {
    when: 'too many tries were made',
    answer: {
      status: 429,
      headers: { 'retry-after': '840' },
      json: { error: 'Too many attempts. Please wait a while and try again.' },
    },
    text: 'Too many attempts. Please wait a while and try again.You can try again in 14 minutes.',
  },
]

test('S2.14 S2.16 S7.4 signing in shows Logging ... while it runs, asks once, and goes to the splash screen; a refusal gives the reason, and the next try starts clean', async ({
  page,
  people,
}) => {
  await test.step('S5.1 without username or password nothing is sent', async () => {
    const login = loginScreen(page)
    let calls = 0
    await page.route('**/api/auth/login', (route) => {
      calls += 1
      return route.abort()
    })
    await page.goto('/login')
    await login.submit.click()
    await expect(login.failure).toHaveText('Please enter your username and password.')
    await expect(login.username).toBeFocused()
    await login.username.fill(NOBODY.email)
    await login.submit.click()
    await expect(login.password).toBeFocused()
    expect(calls).toBe(0)

    await page.unroute('**/api/auth/login')
  })
  for (const { when, answer, text } of ANSWERS) {
    await test.step(`S5.2 R3.5 when the server does not respond as it should, ${when}: ${text}`, async () => {
      const login = loginScreen(page)
      await page.route('**/api/auth/login', (route) => route.fulfill(answer))
      await login.enter(NOBODY)
      await expect(login.failure).toHaveText(text)
      await expect(login.password).toBeFocused()
      await page.unroute('**/api/auth/login')
    })
  }
  await test.step('a missing response and a wrong password have different messages', async () => {
    const login = loginScreen(page)
    await page.route('**/api/auth/login', (route) => route.abort())
    await login.enter(NOBODY)
    await expect(login.failure).toContainText('Invalid username or password')
    await expect(login.failure).toContainText('did not answer')

    await page.unroute('**/api/auth/login')
  })
  const login = loginScreen(page)
  await test.step('S5.2 S8.1 a wrong password and an unknown username read alike, and the next try starts clean', async () => {
    for (const who of [people.countyUser, NOBODY]) {
      await login.enter(who, 'not the password')
      await expect(login.failure).toHaveText('Invalid username or password')
      await expect(login.submit).toHaveText('Login')
      await expect(login.username).toHaveValue(who.email)
    }
  })
  await test.step('the username is accepted with spaces around it and in capitals, and Enter submits', async () => {
    const release = Promise.withResolvers<void>()
    const bodies: unknown[] = []
    await page.route('**/api/auth/login', async (route) => {
      bodies.push(route.request().postDataJSON())
      await release.promise
      await route.continue()
    })
    const username = `  ${people.countyUser.email.toUpperCase()} `
    await login.username.fill(username)
    await login.password.fill(PASSWORD)
    await login.password.press('Enter')
    await expect(login.submit).toHaveText('Logging ...')
    await login.password.press('Enter')
    await login.submit.press('Enter')
    release.resolve()
    await expect(page).toHaveURL('/welcome')
    expect(bodies).toEqual([{ username, password: PASSWORD }])
  })
})

const PROTECTED = ['/welcome', '/landing', '/home', '/owner-details', '/add', '/recyclebin']

test('every screen behind the sign-in leads a signed-out person to /login; the public pages lead there too, and / to /welcome with a session', async ({
  page,
  signIn,
  people,
}) => {
  await test.step('S2.6 S6.8 every screen behind the sign-in leads a signed-out person to /login', async () => {
    for (const path of PROTECTED) {
      await page.goto(path)
      await expect(page, path).toHaveURL('/login')
      await expect(page.getByLabel('Username')).toBeVisible()
    }
  })
  await test.step('S2.3 the public pages around the sign-in lead back to it', async () => {
    for (const path of ['/register', '/forgot-password', '/reset-password?email=a&token=b', '/confirm']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
      await page.locator('main').locator('a[href="/"], a[href="/login"]').first().click()
      await expect(page).toHaveURL('/login')
    }
  })
  await test.step('S2.1 S2.2 / goes to /login without a session and to /welcome with one; /login then goes there too', async () => {
    await page.goto('/')
    await expect(page).toHaveURL('/login')
    await signIn(page, people.countyUser)
    for (const path of ['/', '/login']) {
      await page.goto(path)
      await expect(page).toHaveURL('/welcome')
    }
  })
})

test('V14.3.1 logging out ends the session at the server, and Back shows nothing of it; a failed one says so', async ({
  page,
  desk,
  signIn,
}) => {
  await signIn(page, desk.clerk)
  await test.step('a logout that does not reach the server says that the person is still signed in', async () => {
    await page.goto('/landing')
    await page.route('**/api/auth/logout', (route) => route.abort())
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page.getByRole('alert')).toContainText('You are still signed in.')
    await page.unroute('**/api/auth/logout')
  })
  await test.step('logging out ends the session at the server, and Back shows nothing of it', async () => {
    await page.goto('/landing')
    await page.getByRole('link', { name: 'Documents', exact: true }).click()
    await expect(page.getByText('No records found')).toBeVisible()
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/login')
    await expect(page).toHaveTitle('Login · County Document Portal')
    const answer = await page.context().request.get('/api/auth/session')
    expect(answer.status()).toBe(401)
    await page.goBack()
    await expect(page).toHaveURL('/login')
    await expect(page.getByLabel('Username')).toBeVisible()
  })
})

test('S4.14 S8.39 R2.33 G22 a session that ended on the server signs out once, however many calls fail', async ({
  page,
  desk,
  records,
  signIn,
}) => {
  await signIn(page, desk.clerk)
  const logouts: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/auth/logout')) logouts.push(request.method())
  })
  // The list and its lookups are in flight when the session ends, and all of them fail.
  const ended = Promise.withResolvers<void>()
  let inFlight = 0
  await page.route(/\/api\/(lookup|files)\//u, async (route) => {
    inFlight += 1
    await ended.promise
    await route.continue()
  })
  await page.goto('/home')
  await expect.poll(() => inFlight).toBe(3)
  await records.endSessions(desk.clerk)
  ended.resolve()
  await expect(page).toHaveURL('/login')
  await expect(page.getByLabel('Username')).toBeVisible()
  await page.getByLabel('Username').fill('still here')
  expect(logouts).toEqual(['POST'])
})

test('R2.33 a late refusal of a call does not affect a person who signed in meanwhile in another tab', async ({
  page,
  desk,
  people,
  signIn,
}) => {
  await signIn(page, desk.clerk)
  await page.goto('/home')
  await expect(page.getByText('No records found')).toBeVisible()
  await page.route('**/api/files/uploads**', (route) => route.fulfill({ status: 401, json: {} }))
  await signIn(page, people.administrator)
  const signOut = page.waitForResponse('**/api/auth/logout')
  await page.getByRole('button', { name: 'Refresh' }).click()
  expect((await signOut).status()).toBe(200)
  const session = await page.request.get('/api/auth/session')
  expect(await session.json()).toMatchObject({ username: people.administrator.email })
})

test('a late refusal of a call from before the sign-in signs no one out', async ({ page, people }) => {
  await page.addInitScript(() => {
    const { fetch } = window
    window.fetch = (input, init) => {
      if (typeof input !== 'string' || !input.endsWith('/auth/oidc')) return fetch(input, init)
      return new Promise((resolve) => {
        addEventListener('refuse', () => resolve(new Response('{}', { status: 401 })))
      })
    }
  })
  const { username, password, submit } = loginScreen(page)
  await page.goto('/login')
  await username.fill(people.countyUser.email)
  await password.fill(PASSWORD)
  await submit.click()
  await expect(page).toHaveURL('/welcome')
  await page.evaluate(() => dispatchEvent(new Event('refuse')))
  await page.getByRole('link', { name: 'Go to the start page now' }).click()
  await expect(page).toHaveURL('/landing')
})

test('V14.3.1 after the sign-out of an ended session another person sees nothing of the first one', async ({
  page,
  desk,
  records,
  endSessions,
  signIn,
}) => {
  await records.addDocuments([{ county: desk.county, uploadedBy: desk.clerk, description: 'Only ours' }])
  await signIn(page, desk.clerk)
  await page.goto('/home')
  await expect(page.getByText('Only ours')).toBeVisible()
  await endSessions(desk.clerk)
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page).toHaveURL('/login')
  await loginScreen(page).enter(await records.addUser({}))
  await page.getByRole('link', { name: 'Documents' }).click()
  await expect(page.getByText('No records found')).toBeVisible()
  await expect(page.getByText('Only ours')).toHaveCount(0)
})
